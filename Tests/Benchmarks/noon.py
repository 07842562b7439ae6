"""A zone in which it is noon, so that five prayers can be due within a minute of one day."""

import time

# Zones without summer time near the equator, from 11 hours behind UTC to 12 ahead.
ZONES = """Pacific/Pago_Pago Pacific/Tahiti Pacific/Gambier Pacific/Pitcairn America/Hermosillo America/Costa_Rica America/Bogota
    America/Manaus America/Cayenne America/Noronha Atlantic/Cape_Verde Africa/Abidjan Africa/Lagos Africa/Maputo Africa/Nairobi
    Asia/Dubai Indian/Maldives Asia/Dhaka Asia/Bangkok Asia/Singapore Pacific/Palau Pacific/Port_Moresby Pacific/Guadalcanal
    Pacific/Tarawa""".split()


def zone_at_noon(moment):
    """The hours ahead of UTC and the zone in which it is between noon and one then, in seconds since 1970."""
    ahead = 12 - time.gmtime(moment).tm_hour
    return ahead, ZONES[ahead + 11]
