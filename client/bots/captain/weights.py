"""Every figure the captain judges by, in one place. The unit of worth is about one power token."""

from types import MappingProxyType

CASTLE = 11.0
"""Worth of each castle area held."""
NEARLY = (0.0, 4.0, 1.0)
"""What it is worth beside that to have so many missing for the victory."""
VICTORY = 500.0
"""Worth of the game; above anything else a move can bring."""
CASTLE_GAINED = (40.0, 30.0, 18.0, 13.0, 12.0)
"""Worth of one more castle area with so many missing for the victory, where a single figure is wanted."""
MUSTER_POINT = 0.5
"""Worth of a muster point: mustering comes every third round or so."""
CROWN = 0.5
"""Worth of a crown: Game of Thrones and Consolidate Power pay for it."""
SUPPLY = (0.0, 0.5, 1.0, 1.4, 1.6, 1.8, 2.0)
"""Worth of so many supply icons: the first ones allow the armies one has, the last hardly matter."""
SUPPLY_STEP = 0.3
"""Worth of one more supply icon, where it stands for itself."""
HOME = 3.0
"""Extra worth of the own home area: it is never lost for good, but from there the war is fed."""
DENY = (0.0, 0.0, 1.0, 3.0, 6.0, 14.0, 40.0)
"""Worth of taking a castle area from a rival who holds so many: from five on he must be stopped."""

POWER = (0.0, 2.0, 3.7, 5.2, 6.5, 7.6, 8.6, 9.5, 10.3, 11.0, 11.6)
"""Worth of so much available power: the first tokens keep castle areas, the next ones win bids."""
POWER_MORE = 0.5
"""Worth of each token beyond those."""

UNIT = 2.4
"""Worth of one point of unit strength."""
SHIP = 2.0
"""Worth of a ship: it carries and supports, but takes no castle area."""
SEA = 0.07
"""What share of the worth of its coasts a sea is worth to the house whose ships are there."""
CHAIN = 0.6
"""Worth of a sea beside another own one: ships in a chain carry further."""
CROWDED_SHIP = 0.8
"""What each further ship in one sea still is worth there."""
FAR = 0.7
"""What is left of the worth of a goal for each march on the way to it."""
LEAST_GOAL = 0.5
"""Goals worth less than this from where units stand are not looked at."""
GARRISON_LEAST, GARRISON_RANGE = 0.1, 4
"""How a stack hopes for a neutral force: hardly at all from so many points of strength below."""
FIRST_STEP = 0.3
"""What a goal one march away is worth before it is taken."""
HURT = 0.35
"""What a beaten unit of a rival is worth to us, in units of our own."""
LOST_BATTLE = 2.5
"""The price of a lost attack beside the dead: a march, a card, and units that lie down."""
DEAD_SHARE = 0.25
"""The share of a beaten army that dies, on average."""
RISEN = 0.5
"""What beaten units can do from where they went, against units that stand."""
EXPOSED_SHARE = 0.45
"""The share of an army's worth that a defeat at home costs: the dead, and those pushed away."""

ATTACK_PLANNED = 0.45
"""How likely the units of a rival march at all, before orders are known."""
ATTACK_ORDERED = 0.65
"""How likely they march when the March order lies there."""
ATTACK_AT_MOST = 0.5
"""How likely they come to one place, however much it draws them."""
LURE_CASTLE, LURE_LAND, LURE_OWN = 6.0, 1.0, 0.4
"""How much a castle area, another area, and one that he controls already draw a rival's units."""
GUESSED_SUPPORT = 0.35
"""How much of a neighbour's strength counts as support before orders are known."""
GUESSED_DEFENSE = 0.4
"""How much defence order an army has on average before orders are known."""
OWN_SUPPORT = 0.85
"""How much own planned support counts: it may be raided."""
AID_GIVEN = 0.7
"""How much a battle that needs support is believed in before it is found."""
GOAL_CHANCE = 0.3
"""Battles less likely to be won than this are not thought about."""

TEXT = MappingProxyType({"cancel": 0.4, "immediate": 0.8, "strength": 1.0, "on_win": 0.0})
"""What a card's text adds to its number on average, by its timing."""
ON_WIN = MappingProxyType({"gain_power": 2.0, "upgrade_footman": 2.4, "recover_own_card": 1.5})
ON_WIN_OTHER = 1.0
"""What a card's text brings when its battle is won, by its effect."""
SWORD, FORTIFICATION = 0.3, 0.2
"""What icons add to the worth of a card in hand, against its number."""
CARD_STEEPNESS = 1.0
"""How much likelier a card is played for each point of strength, in guesses about battles to come."""
EQUILIBRIUM_STEPS = 60
"""Rounds of fictitious play over the two hands; more change nothing visible."""
BLIND = 0.4
"""How much of the opponent's choice of card, or of a rival's bid, is taken as blind; the rest as well considered."""
CARD_PRICE = 1.1
"""Worth of a point of card strength kept in hand."""
SWORD_FELT = 1.0
"""How certain swords and fortifications weigh against the worth of the units they take or spare."""

RAID_BASE = 0.2
RAID_STRENGTH = 0.1
"""A raid before orders are known: what a neighbour brings on average, and more for each point of his strength."""
RAID_SUPPORT = 1.2
RAID_RAID = 0.8
RAID_POWER = 2.2
"""Raids on orders that are seen: support for each point of its strength, a raid that could hit us, power."""
MARCH_STRENGTH, DEFENSE_STRENGTH = 2.0, 0.5
"""Worth of taking a March or Defense order off by a card, for each point of the strength under it."""
ORDER_AFAR = 0.4
"""How much of that is left if the order lies beside none of our units."""
RAID_LEADER = 0.4
"""More for hitting a rival, for each castle area he holds beyond the average."""
RAIDED = 0.25
"""How likely a raidable order beside a rival is raided away."""

THRONE_STEP, FIEFDOMS_STEP = 1.3, 1.1
"""Worth of moving up one place on the first two tracks."""
COURT_STARS = (0.0, 5.5, 8.5, 10.5)
"""Worth of so many starred orders: the first one is a third march."""
THRONE_PRIZE, BLADE_PRIZE, RAVEN_PRIZE = 1.5, 2.5, 1.0
"""Worth of the tokens of place 1."""
BID_GREED = 0.6
"""How much of his power a rival bids at most, as far as one may guess."""
BID_STEPS = 8
"""Rounds of fictitious play over the bids of all; more change little."""
WILDLING_POINT = 4.0
"""Worth of a muster point of units lost to the wildlings."""
WILDLING_CARD = 1.5
"""Worth of a card taken back."""
SPENT = 1.6
"""What a token spent in a bid costs, in units of `POWER`: it is missed where a castle area is left behind."""
MARCH_MARGIN = 0.3
"""What a march must promise to be planned at all."""
DISCARD_FROM = 1.5
"""A card in a rival's hand must be worth more than this to be discarded for a token."""
RAVEN_MARGIN = 0.8
"""What a swap must bring to be made: the plan it breaks was made with more in mind."""

PLAN_CLOSE = 2.0
"""Sets of orders less than this below the best one are drawn from. What rivals will do is guessed, and a guess that is
off by one unit changes a plan by more."""
ORDER_CLOSE = 0.5
"""The same for the token of one area within a set: a quarter, as several such choices add up."""
MARCH_CLOSE = 0.5
"""The same for a march: all orders lie open then, so that less is guessed."""
MUSTER_CLOSE = 0.3
"""The same for a figure, for each of its points: a fraction of `UNIT`."""
RAID_CLOSE = 0.3
"""The same for a raid: what it takes is seen."""
CARD_CLOSE = 1.5
"""The same for a house card: a bit more than `CARD_PRICE`, so that a card one point stronger comes in when it does as
well; the rival who knows which card comes has won more than that."""
BID_CLOSE = 2.0
"""The same for a bid: about what one token costs when one has five, as a bid that is known is beaten by one more."""
WILDLING_CLOSE = 0.8
"""The same for a bid against the wildlings: less, as the houses want the same there."""
