import type { Point } from '@ambit/streets'

export type Site = {
  kind: 'park' | 'wood' | 'lake' | 'golf' | 'cemetery' | 'industrial' | 'pitch' | 'reserve' | 'farmland'
  name: string | null
  centre: Point
  size: readonly [number, number]
  turn: number
}

/** Green, blue and grey places that streets go round. */
export const SITES: readonly Site[] = (
  [
    ['reserve', 'Ironbark Range National Park', [-1150, 3740], [1900, 1350], -6],
    ['wood', null, [-3300, 5600], [1700, 2600], 12],
    ['wood', 'Coral Range State Forest', [-6400, 4300], [2600, 3600], 20],
    ['wood', null, [-600, 6300], [2300, 2200], -8],
    ['reserve', 'Northern Dunes Conservation Park', [2080, 6000], [560, 2300], 4],
    ['wood', null, [-6300, -5600], [2900, 2400], 14],
    ['wood', null, [-2300, -6300], [1500, 1900], -10],
    ['reserve', 'Southern Wetlands', [620, -5900], [620, 1700], -6],
    ['farmland', null, [-4250, 2900], [760, 1500], 8],
    ['farmland', null, [-5400, 800], [1200, 900], 14],
    ['farmland', null, [-6900, 500], [1300, 1500], 6],
    ['farmland', null, [-4330, 50], [500, 900], -10],
    ['farmland', null, [-5300, -600], [1000, 700], -12],
    ['farmland', null, [-7100, -700], [1100, 900], 8],
    ['farmland', null, [-4600, -3300], [900, 1300], -6],
    ['farmland', null, [-5900, -3000], [1100, 700], 28],
    ['farmland', null, [-2350, -4050], [1700, 900], 4],
    ['farmland', null, [-700, -4400], [900, 700], -4],
    ['farmland', null, [-2450, 2650], [760, 620], -8],
    ['farmland', null, [1100, 4800], [700, 900], 6],
    ['farmland', null, [-3400, -5200], [700, 900], 2],
    ['park', 'Lorimer Gardens', [480, -270], [280, 150], 5],
    ['park', 'Queens Park', [640, 700], [330, 260], 12],
    ['park', 'Corella Lake Reserve', [-2330, 1420], [640, 560], 20],
    ['lake', 'Corella Lake', [-2350, 1420], [400, 300], 35],
    ['reserve', 'Signal Hill Conservation Park', [2240, 3060], [300, 420], 50],
    ['reserve', 'Pelican Point Headland Reserve', [2980, -1520], [260, 440], 10],
    ['reserve', 'Kelso Wetlands', [1760, -3020], [460, 520], 12],
    ['golf', 'Tidewater Golf Club', [1120, -1080], [760, 420], -8],
    ['lake', null, [1020, -1040], [110, 70], 20],
    ['cemetery', 'Saltwood Cemetery', [-720, -2080], [260, 200], -8],
    ['wood', null, [-3050, -2480], [760, 520], 15],
    ['wood', 'Cobbler Scrub', [-3150, -480], [520, 420], 60],
    ['wood', null, [-600, -2620], [520, 380], 10],
    ['wood', null, [-2900, 3150], [420, 760], 10],
    ['wood', 'Larkfield Forest', [-700, 2380], [820, 480], 6],
    ['wood', 'Northcliff Bush Reserve', [250, 3480], [760, 620], 15],
    ['industrial', 'Millbank Industrial Estate', [-3160, 1130], [460, 420], -12],
    ['industrial', 'Harbour Works', [2020, -860], [420, 260], -2],
    ['industrial', 'Railway Workshops', [-640, 30], [170, 260], 6],
    ['pitch', 'Saltwood Oval', [620, -1850], [180, 150], 10],
    ['pitch', 'Larkfield Sports Ground', [-1300, 1390], [210, 170], 24],
    ['pitch', 'Halloran Oval', [-560, 820], [190, 170], 20],
    ['park', 'Riverside Parklands', [-1080, -300], [760, 200], -14],
    ['park', 'Breakwater Reserve', [2060, -350], [440, 170], 4],
    ['park', 'Rosella Park', [-1850, -1420], [220, 190], 30],
    ['park', 'Kelso Common', [420, -2620], [260, 190], 15],
    ['park', 'Cormorant Green', [1950, -2020], [190, 160], 20],
    ['park', 'Wattle Gully', [100, 1330], [160, 330], 30],
    ['park', 'Showgrounds', [-1120, 560], [300, 190], -18],
  ] as const
).map(([kind, name, centre, size, turn]) => ({ kind, name, centre, size, turn }))
