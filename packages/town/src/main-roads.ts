import type { Point } from '@ambit/streets'
import { add, crossing, curve, nearest, unit } from './geometry.ts'
import type { Line } from './geometry.ts'

export type MainRoad = {
  name: string
  ref?: string
  kind: 'primary' | 'secondary' | 'tertiary'
  /** Name of its bridge over the river */
  bridge?: string
  oneway?: boolean
  line: Line
}

const draw = (name: string, kind: MainRoad['kind'], controls: Line, more: Partial<MainRoad> = {}): MainRoad => ({
  name,
  kind,
  line: curve(controls, 38),
  ...more,
})

export const MOTORWAY_NAME = 'Coral Motorway'
export const MOTORWAY: Line = curve(
  [
    [-3900, 8200],
    [-3000, 6000],
    [-3150, 4300],
    [-3420, 3300],
    [-3560, 2300],
    [-3640, 1300],
    [-3760, 500],
    [-3960, -500],
    [-3960, -1300],
    [-3780, -2100],
    [-3560, -2900],
    [-3640, -4300],
    [-4100, -6200],
    [-3700, -8300],
  ],
  60,
)

const DRAWN: readonly MainRoad[] = [
  draw(
    'Halloran Road',
    'primary',
    [
      [-8200, 2100],
      [-6300, 1700],
      [-4700, 1050],
      [-3720, 760],
      [-2700, 640],
      [-1750, 470],
      [-850, 210],
      [30, 60],
      [760, 190],
      [1500, 380],
      [2150, 420],
    ],
    { ref: '10' },
  ),
  draw(
    'Great Coast Road',
    'primary',
    [
      [1500, 8200],
      [1700, 6400],
      [1250, 5000],
      [1050, 4000],
      [900, 3200],
      [700, 2500],
      [620, 1800],
      [420, 1000],
      [330, 350],
      [260, -150],
      [240, -620],
      [250, -1100],
      [300, -1600],
      [560, -2300],
      [820, -3050],
      [760, -4000],
      [250, -5300],
      [400, -6600],
      [-100, -8300],
    ],
    { ref: '44', bridge: 'Lorimer Bridge' },
  ),
  draw('Ridge Road', 'secondary', [
    [-5900, 2900],
    [-4900, 1900],
    [-3790, 1730],
    [-3300, 1860],
    [-2800, 1980],
    [-1900, 1940],
    [-1050, 1780],
    [-350, 1880],
    [300, 1960],
    [640, 1900],
    [1300, 1680],
    [1960, 1640],
  ]),
  draw(
    'Old Mill Road',
    'secondary',
    [
      [-1650, 2900],
      [-1700, 2350],
      [-1900, 1940],
      [-1750, 1200],
      [-1700, 480],
      [-1760, -60],
      [-1640, -420],
      [-1560, -900],
      [-1450, -1800],
      [-1250, -2700],
      [-950, -3300],
    ],
    { bridge: 'Millwheel Bridge' },
  ),
  draw('Saltwood Road', 'secondary', [
    [-6600, -3300],
    [-5200, -2400],
    [-4020, -1990],
    [-3600, -1960],
    [-3000, -1900],
    [-2200, -1720],
    [-1450, -1800],
    [-600, -1700],
    [300, -1600],
    [1050, -1520],
    [1900, -1560],
    [2700, -1480],
  ]),
  draw('Kelso Drive', 'secondary', [
    [-3770, -2850],
    [-3300, -2950],
    [-2700, -3050],
    [-1800, -3150],
    [-950, -3300],
    [-100, -3180],
    [760, -2900],
    [1400, -2660],
    [2180, -2560],
  ]),
  draw('Northcliff Road', 'secondary', [
    [-1650, 2900],
    [-900, 2820],
    [-100, 2760],
    [760, 2650],
    [1450, 2560],
    [2080, 2520],
  ]),
  draw(
    'Breakwater Road',
    'secondary',
    [
      [1500, 380],
      [1560, -60],
      [1620, -450],
      [1660, -900],
      [1720, -1540],
      [1600, -2150],
      [1400, -2660],
      [1330, -3400],
    ],
    { bridge: 'Breakwater Bridge' },
  ),
  draw('Tanners Creek Road', 'tertiary', [
    [-2640, -1010],
    [-2500, -1300],
    [-2200, -1720],
    [-2150, -2400],
    [-1800, -3150],
  ]),
  draw(
    'Millbank Road',
    'tertiary',
    [
      [-3100, 1930],
      [-2880, 1300],
      [-2700, 640],
      [-2550, 60],
      [-2480, -330],
      [-2640, -1010],
    ],
    { bridge: 'Cobbler Bridge' },
  ),
  draw('Larkfield Road', 'tertiary', [
    [-1720, 860],
    [-1100, 960],
    [-500, 1050],
    [420, 1000],
    [1050, 1080],
    [2080, 1220],
  ]),
  draw('Corella Drive', 'tertiary', [
    [-500, 1050],
    [-420, 1450],
    [-120, 1700],
    [300, 1960],
    [420, 2350],
    [200, 2740],
  ]),
  draw('Signal Hill Road', 'tertiary', [
    [1300, 1680],
    [1330, 2150],
    [1450, 2560],
    [1520, 3050],
    [1750, 3400],
  ]),
  draw('Ocean Street', 'tertiary', [
    [1840, 400],
    [1800, 800],
    [1710, 1250],
    [1650, 1660],
    [1690, 2100],
    [1840, 2540],
  ]),
  draw('The Esplanade', 'tertiary', [
    [1560, -60],
    [1900, -150],
    [2130, 60],
    [2150, 420],
    [2080, 820],
    [2000, 1300],
    [1945, 1790],
    [1980, 2250],
    [2180, 2640],
    [2460, 2960],
    [2480, 3200],
    [2250, 3400],
    [1750, 3400],
  ]),
  draw('Wharf Street', 'tertiary', [
    [-1790, -48],
    [-1300, -150],
    [-900, -250],
    [-450, -340],
    [260, -150],
    [800, -190],
    [1560, -60],
  ]),
  draw(
    'Victory Street',
    'secondary',
    [
      [-320, 1080],
      [-250, 760],
      [-210, 420],
      [-170, 85],
      [-140, -290],
    ],
    { oneway: true },
  ),
  draw(
    'Macalister Street',
    'secondary',
    [
      [10, -270],
      [-25, 60],
      [-65, 400],
      [-110, 790],
      [-150, 1075],
    ],
    { oneway: true },
  ),
  draw('Market Street', 'tertiary', [
    [-1195, 985],
    [-1000, 720],
    [-800, 590],
    [-200, 420],
    [350, 480],
    [1000, 620],
    [1500, 640],
    [2110, 640],
  ]),
  draw('Marine Parade', 'tertiary', [
    [2700, -1480],
    [2740, -1800],
    [2420, -2150],
    [2200, -2560],
    [2150, -3050],
    [1900, -3500],
    [1330, -3400],
  ]),
]

/** An end this near another main road was meant to meet it. */
const MEETS = 70

const crosses = (a: Line, b: Line): boolean =>
  a.slice(1).some((point, i) => b.slice(1).some((other, k) => crossing(a[i], point, b[k], other) !== null))

/** Leads the end of a line onto the main road that it was meant to reach, a metre beyond so that the two cross. */
const reachOut = (own: Line): Point[] => {
  const end = own[own.length - 1]
  let best: { point: Point; away: number; line: Line } | null = null
  for (const { line } of DRAWN) {
    if (line[0] === own[0] || line[0] === end) continue
    for (let i = 1; i < line.length; i++) {
      const hit = nearest(end, line[i - 1], line[i])
      if (hit.away < MEETS && (best === null || hit.away < best.away)) best = { ...hit, line }
    }
  }
  if (best === null || best.away < 0.01 || crosses(own.slice(-4), best.line)) return []
  return [add(best.point, unit(end, best.point), 1)]
}

export const MAIN_ROADS: readonly MainRoad[] = DRAWN.map((road) => ({
  ...road,
  line: [...reachOut(road.line.toReversed()), ...road.line, ...reachOut(road.line)],
}))
