"""What clients make sentences of: the events rules say, the topics they ask about, the refusals they give.

Houses, areas, units, tokens and cards are ids of the data files. `((a, b), ...)` is a tuple of pairs. A house that
nobody plays may be the defender of a battle and all that follows from it, if its forces fight with cards (W13.2).
"""

EVENTS: dict[str, tuple[str, ...]] = {
    "Forced": ("topic", "clause", "seat", "value"),  # said by the match: only one answer was possible
    # the table
    "HousesTaken": ("houses",),  # in seat order
    "RoundEnded": ("round",),
    "GameWon": ("house", "castles"),
    "GameCounted": ("scores",),  # ((house, castles, supply, power), ...)
    # Westeros phase
    "DecksReshuffled": ("decks",),
    "WesterosCardsRevealed": ("cards",),
    "WildlingsMoved": ("steps", "strength"),
    "WesterosCardBegan": ("card",),
    "WesterosChoiceMade": ("house", "card", "choice"),
    "SupplyCounted": ("house", "supply"),
    "UnitsLost": ("house", "lost", "cause"),  # ((area, unit), ...), supply or wildlings
    "Mustered": ("house", "pieces"),  # ((castle, unit or upgrade, area), ...)
    "PowerGained": ("house", "amount", "cause"),  # crowns, pillage or card; 0 when the pool is empty
    "BidsOpened": ("track", "bids"),  # ((house, bid), ...) in turn order
    "TiesOrdered": ("holder", "track", "houses"),
    "TrackSet": ("track", "houses"),
    "ClashEnded": (),
    "WildlingsAttacked": ("strength",),
    "WildlingBidsOpened": ("bids",),
    "WatchWon": ("strength", "bids"),
    "WildlingsWon": ("strength", "bids"),
    "HighestNamed": ("holder", "house"),
    "LowestNamed": ("holder", "house"),
    "CardRecovered": ("house", "card"),
    "OrdersBanned": ("type",),
    "SupportWeakened": ("unit",),
    # planning
    "OrdersRevealed": ("orders",),  # ((area, token), ...)
    "RavenUsed": ("house", "area", "old", "new"),
    # raids and marches
    "Raided": ("house", "area", "targets"),
    "OrderRemoved": ("house", "area", "token"),
    "Marched": ("house", "area", "token", "moves"),  # ((unit, count, destination), ...)
    "TokenLeft": ("house", "area"),
    "TokenRemoved": ("house", "area"),
    "StoodUp": ("areas",),
    # battle
    "BattleBegan": ("attacker", "defender", "area", "origin"),
    "GarrisonAttacked": ("attacker", "area", "origin", "strength"),
    "SupportDeclared": ("house", "area", "side"),
    "SupportRefused": ("house", "area", "supporter"),
    "StrengthAnnounced": ("strengths",),  # ((house, strength), ...), attacker first
    "CardsRevealed": ("cards",),  # ((house, card), ...), attacker first
    "AbilityUsed": ("house", "card"),
    "AbilityCancelled": ("house", "card"),
    "BladeUsed": ("house",),
    "BattleWon": ("house", "area", "totals"),  # ((house, total), ...); () if the other side has no unit left
    "UnitUpgraded": ("house", "area"),
    "CardDiscarded": ("house", "card"),
    "Casualties": ("house", "units"),
    "RetreatsCostly": ("house", "areas"),  # these would cost more units and fell away
    "Retreated": ("house", "area", "to", "units"),
    "Destroyed": ("house", "area", "units", "cause"),  # card, routed, supply, no_retreat or no_way_back
    "GarrisonTaken": ("house", "area"),
    "GarrisonHeld": ("house", "area"),
    "HandTakenBack": ("house", "cards"),  # all seven of a house that nobody plays
    "BattleEnded": ("house", "area"),
    # end of round
    "PowerConsolidated": ("house", "area", "amount"),
}
"""Every event: its name, and the names of the values that follow it."""

TOPICS: dict[str, str] = {
    "houses": "chance: each seat in turn draws one of the houses left, in their order in the data",
    "westeros_cards": "chance: one card from each deck's unseen ones, decks I, II, III",
    "winter_card": "chance: one card from each deck that showed Winter is Coming",
    "westeros_choice": "a card id or `none`",
    "supply_losses": "((area, unit), ...) sorted; piece by piece (area, unit)",
    "muster": "((castle, footman | knight | ship | upgrade, area), ...) in order; piece by piece the same; with the "
    "option at most one",
    "bid": "a number; `auction.track` says for which track",
    "bid_order": "the tied houses of `auction.bids`, best place first",
    "wildling_bid": "a number",
    "wildling_highest": "the tied house that counts as the highest bidder",
    "wildling_lowest": "the tied house that counts as the lowest bidder",
    "wildling_reward": "a discarded card to take back, or None",
    "wildling_losses": "((area, unit), ...) sorted; piece by piece (area, unit)",
    "orders": "((area, token), ...) sorted by area; piece by piece (area, token)",
    "raven": "(area, new token), or None",
    "raid": "(area, (raided area, ...))",
    "march": "(area, ((unit, count, destination), ...), leave a token?); piece by piece area, (unit, count, "
    'destination) ..., ("leave_token",)',
    "support": "the house supported from `battle.asked`, or None",
    "refuse_support": "the areas whose support is declined, sorted",
    "house_card": "a card in hand; committed before `absent_card` and opened after it, if the force fights with cards",
    "absent_card": "chance: one of the cards not yet drawn of the house that nobody plays, `hands` in the position",
    "footman_lost": "`routed` or `standing`: which footman of the opponent dies",
    "blade": "`no` or `yes`",
    "recover_card": "a discarded card to take back, or None",
    "remove_order": "the area of an order of the loser, or None",
    "remove_adjacent_order": "the area of a Support or Consolidate Power order, or None",
    "discard_card": "a card in the loser's hand, or None",
    "upgrade_footman": "`routed` or `standing`: which footman becomes a knight; or None",
    "casualties": "the units that die, sorted",
    "retreat": "the area to go to",
    "retreat_losses": "the units that die for supply, sorted",
}
"""Every topic, and what an answer is."""

REFUSALS: dict[str, tuple[str, ...]] = {
    "malformed": (),
    "not_offered": (),
    "one_choice_only": (),
    "not_asked": ("seat",),
    "wrong_seats": (),
    "bad_dice": (),
    "over": (),
    "seats": ("seats", "allowed"),
    "bad_setting": ("name", "allowed"),
    "no_such_setting": ("name",),
    "contradicts_another": ("name", "other"),
    "not_sorted": (),
    "no_such_units": ("area", "unit", "count", "left"),
    "wrong_losses": ("owed",),
    "no_such_unit": ("unit",),
    "not_your_castle": ("area",),
    "too_few_points": ("area", "left", "cost"),
    "not_in_that_area": ("area", "to"),
    "no_sea_beside_it": ("area", "to"),
    "sea_taken": ("to",),
    "no_figure_left": ("unit",),
    "no_footman_there": ("area",),
    "one_at_a_time": (),
    "supply": ("armies", "limits"),
    "no_such_token": ("token",),
    "no_unit_there": ("area",),
    "two_orders_in_one_area": ("area",),
    "banned": ("token",),
    "land_only": ("area", "token"),
    "token_used_up": ("token", "limit"),
    "too_many_stars": ("limit",),
    "no_march_there": ("area",),
    "out_of_reach": ("area", "to"),
    "two_battles": ("areas",),
    "battle_comes_last": ("to", "area"),
    "no_battle_yet": ("to", "rounds"),
    "no_token_there": ("area",),
    "units_stay": ("area",),
}
"""Every refusal code of this game and the match, and the values that come with it."""
