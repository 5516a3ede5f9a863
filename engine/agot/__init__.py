"""A Game of Thrones, the first edition of 2003."""
