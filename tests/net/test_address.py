import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from net.address import Address, AddressError, parse_address


@pytest.mark.parametrize(
    ("text", "host", "port"),
    [
        ("192.0.2.7:4000", "192.0.2.7", 4000),
        (" play.example:1 ", "play.example", 1),
        ("localhost:65535", "localhost", 65535),
        ("[2001:DB8::7]:4000", "2001:db8::7", 4000),
        ("[::1]:4000", "::1", 4000),
        ("[fe80::1%eth0]:4000", "fe80::1%eth0", 4000),
        ("Bücher.example:4000", "xn--bcher-kva.example", 4000),
    ],
)
def test_what_people_type(text: str, host: str, port: int) -> None:
    assert parse_address(text) == Address(host, port)
    assert parse_address(Address(host, port).text) == Address(host, port)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("play.example", "an address looks like"),
        ("", "an address looks like"),
        ("play.example:", "an address looks like"),
        ("play.example:port", "an address looks like"),
        ("play.example:0", "from 1 to 65535"),
        ("play.example:65536", "from 1 to 65535"),
        ("2001:db8::7:4000", "put brackets round"),
        ("[2001:db8::g]:4000", "no IPv6 address"),
        ("192.0.2:4000", "four numbers"),
        ("192.0.2.256:4000", "four numbers"),
        ("two words:4000", "no name of a computer"),
        ("a..b:4000", "no name of a computer"),
        ("-a:4000", "no name of a computer"),
        ("a\x00b:4000", "no name of a computer"),
        ("a" * 64 + ":4000", "no name of a computer"),
        ("play.example:٤٠٠٠", "an address looks like"),
    ],
)
def test_what_is_wrong_is_said(text: str, words: str) -> None:
    with pytest.raises(AddressError, match=words):
        parse_address(text)


@settings(derandomize=True, database=None, max_examples=300)
@given(st.one_of(st.text(), st.text(st.sampled_from("[]:.019az%é "))))
def test_any_text_is_an_address_or_a_named_error(text: str) -> None:
    try:
        address = parse_address(text)
    except AddressError:
        return
    assert parse_address(address.text) == address
