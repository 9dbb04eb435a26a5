import type { Point } from '@ambit/streets'
import { curve, lengthOf } from './geometry.ts'
import type { Line } from './geometry.ts'

// The skeleton of the town is drawn by hand, as a planner would; the rest is grown from the seed.

export const TOWN_NAME = 'Port Halloran'
export const STATE = 'QLD'

export type Suburb = {
  name: string
  centre: Point
  radius: number
  /** Direction of its grid in degrees from east; null follows the coast and the main roads */
  turn: number | null
  /** How much its streets wander: 0 a strict grid, 1 a hillside */
  wander: number
  /** Metres between parallel streets, and between cross streets */
  blocks: readonly [number, number]
  postcode: string
}

export const SUBURBS: readonly Suburb[] = [
  { name: 'Harbourside', centre: [50, 130], radius: 820, turn: 9, wander: 0.05, blocks: [92, 140], postcode: '4990' },
  {
    name: 'Eastbeach',
    centre: [1480, 720],
    radius: 1020,
    turn: null,
    wander: 0.15,
    blocks: [104, 210],
    postcode: '4991',
  },
  {
    name: 'Corella Heights',
    centre: [250, 1560],
    radius: 860,
    turn: 38,
    wander: 1,
    blocks: [122, 230],
    postcode: '4992',
  },
  {
    name: 'Northcliff',
    centre: [1330, 2720],
    radius: 960,
    turn: null,
    wander: 0.35,
    blocks: [114, 230],
    postcode: '4992',
  },
  {
    name: 'Larkfield',
    centre: [-1300, 1120],
    radius: 960,
    turn: 24,
    wander: 0.25,
    blocks: [112, 210],
    postcode: '4993',
  },
  { name: 'Millbank', centre: [-2600, 330], radius: 860, turn: -14, wander: 0.4, blocks: [118, 220], postcode: '4993' },
  { name: 'Saltwood', centre: [150, -1560], radius: 980, turn: -6, wander: 0.15, blocks: [108, 200], postcode: '4994' },
  {
    name: 'Pelican Point',
    centre: [1900, -1780],
    radius: 930,
    turn: null,
    wander: 0.3,
    blocks: [112, 220],
    postcode: '4995',
  },
  {
    name: 'Tanners Creek',
    centre: [-1720, -1830],
    radius: 980,
    turn: 31,
    wander: 0.5,
    blocks: [118, 230],
    postcode: '4996',
  },
  {
    name: 'Kelso Downs',
    centre: [450, -3050],
    radius: 860,
    turn: 17,
    wander: 0.8,
    blocks: [122, 240],
    postcode: '4996',
  },
]

/** The built-up part: west, south, east, north in metres. Roads, rails, river and coast lead on beyond it. */
export const EXTENT = [-4700, -4000, 4300, 4000] as const

/** South to north: the land is on the left, as OpenStreetMap wants it. */
export const COAST: Line = curve(
  [
    [400, -8600],
    [900, -7300],
    [1150, -6300],
    [900, -5400],
    [1500, -4700],
    [1900, -4250],
    [2080, -3700],
    [2330, -3150],
    [2380, -2650],
    [2620, -2150],
    [3020, -1780],
    [3180, -1430],
    [2980, -1120],
    [2640, -960],
    [2500, -760],
    [2520, -420],
    [2360, -120],
    [2260, 320],
    [2190, 800],
    [2110, 1300],
    [2050, 1800],
    [2090, 2250],
    [2300, 2650],
    [2640, 2950],
    [2700, 3250],
    [2420, 3500],
    [2280, 3850],
    [2320, 4300],
    [2150, 5200],
    [2450, 6200],
    [3150, 6900],
    [2900, 7600],
    [2700, 8600],
  ],
  45,
)

export const RIVER_NAME = 'Halloran River'
export const RIVER: Line = curve(
  [
    [-8300, -2700],
    [-7400, -1900],
    [-6500, -2000],
    [-5800, -1350],
    [-4600, -900],
    [-3900, -980],
    [-3300, -1180],
    [-2750, -960],
    [-2250, -520],
    [-1700, -380],
    [-1150, -620],
    [-620, -860],
    [-60, -640],
    [420, -430],
    [950, -560],
    [1500, -690],
    [2050, -600],
    [2600, -590],
    [3000, -620],
  ],
  40,
)
/** Metres of the river's lower course, which runs through the town */
const LOWER_COURSE = 8870
/** 0 where the river reaches the town, 1 at its mouth, below 0 upstream */
export const riverShare = (metres: number): number => 1 - (RIVER_LENGTH - metres) / LOWER_COURSE
export const riverMetres = (share: number): number => RIVER_LENGTH - (1 - share) * LOWER_COURSE
const RIVER_LENGTH = lengthOf(RIVER)

/** Half the river's width in metres, by its share */
export const riverHalfWidth = (share: number): number => {
  const bulge = 62 * Math.exp(-(((share - 0.545) / 0.05) ** 2))
  return 34 + 42 * Math.max(-0.3, share) + bulge + (share > 0.9 ? (share - 0.9) * 500 : 0)
}
export const ISLAND = { name: 'Heron Island Reserve', share: 0.545, length: 210, width: 56 }

export const RAILWAY_NAME = 'North Coast Line'
export const RAILWAY: Line = curve(
  [
    [-3300, 8200],
    [-2700, 6200],
    [-2550, 4250],
    [-2420, 3200],
    [-2250, 2400],
    [-2080, 1700],
    [-1640, 1180],
    [-1080, 720],
    [-620, 420],
    [-420, 80],
    [-400, -400],
    [-420, -1000],
    [-380, -1700],
    [-300, -2500],
    [-420, -3300],
    [-380, -4250],
    [-700, -6000],
    [-1500, -8300],
  ],
  50,
)
export const STATIONS: readonly { name: string; near: Point }[] = [
  { name: 'Port Halloran Central', near: [-470, 200] },
  { name: 'Larkfield', near: [-1400, 980] },
  { name: 'Saltwood', near: [-385, -1560] },
  { name: 'Kelso Downs', near: [-380, -3000] },
]
