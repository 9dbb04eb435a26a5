import type { Point } from './plane.ts'

export type Site = {
  kind: 'park' | 'wood' | 'lake' | 'golf' | 'cemetery' | 'industrial' | 'pitch' | 'reserve' | 'farmland'
  name: string | null
  centre: Point
  size: readonly [number, number]
  turn: number
}

/** Green, blue and grey places that streets go round. */
export const SITES: readonly Site[] = [
  { kind: 'park', name: 'Lorimer Gardens', centre: [480, -270], size: [280, 150], turn: 5 },
  { kind: 'park', name: 'Queens Park', centre: [640, 700], size: [330, 260], turn: 12 },
  { kind: 'park', name: 'Corella Lake Reserve', centre: [-2330, 1420], size: [640, 560], turn: 20 },
  { kind: 'lake', name: 'Corella Lake', centre: [-2350, 1420], size: [400, 300], turn: 35 },
  { kind: 'reserve', name: 'Signal Hill Conservation Park', centre: [2240, 3060], size: [300, 420], turn: 50 },
  { kind: 'reserve', name: 'Ironbark Range National Park', centre: [-1150, 3640], size: [1900, 1250], turn: -6 },
  { kind: 'reserve', name: 'Pelican Point Headland Reserve', centre: [2980, -1520], size: [260, 440], turn: 10 },
  { kind: 'golf', name: 'Tidewater Golf Club', centre: [1120, -1080], size: [760, 420], turn: -8 },
  { kind: 'lake', name: null, centre: [1020, -1040], size: [110, 70], turn: 20 },
  { kind: 'cemetery', name: 'Saltwood Cemetery', centre: [-720, -2080], size: [260, 200], turn: -8 },
  { kind: 'wood', name: null, centre: [-3050, -2480], size: [760, 520], turn: 15 },
  { kind: 'wood', name: 'Cobbler Scrub', centre: [-3150, -480], size: [520, 420], turn: 60 },
  { kind: 'wood', name: null, centre: [-600, -2620], size: [520, 380], turn: 10 },
  { kind: 'wood', name: null, centre: [-3000, 3050], size: [420, 760], turn: 10 },
  { kind: 'wood', name: 'Northcliff Bush Reserve', centre: [250, 3480], size: [760, 620], turn: 15 },
  { kind: 'industrial', name: 'Millbank Industrial Estate', centre: [-3160, 1130], size: [460, 420], turn: -12 },
  { kind: 'industrial', name: 'Harbour Works', centre: [2020, -860], size: [420, 260], turn: -2 },
  { kind: 'pitch', name: 'Saltwood Oval', centre: [620, -1850], size: [180, 150], turn: 10 },
  { kind: 'pitch', name: 'Larkfield Sports Ground', centre: [-1300, 1390], size: [210, 170], turn: 24 },
  { kind: 'pitch', name: 'Halloran Oval', centre: [-560, 820], size: [190, 170], turn: 20 },
  { kind: 'park', name: 'Jetty Park', centre: [2060, 1000], size: [90, 260], turn: 5 },
  { kind: 'park', name: 'Millwheel Park', centre: [-1450, -180], size: [330, 170], turn: -10 },
  { kind: 'park', name: 'Rosella Park', centre: [-1850, -1420], size: [220, 190], turn: 30 },
  { kind: 'park', name: 'Kelso Common', centre: [420, -2620], size: [260, 190], turn: 15 },
  { kind: 'park', name: 'Cormorant Green', centre: [1950, -2020], size: [190, 160], turn: 20 },
  { kind: 'park', name: 'Wattle Gully', centre: [100, 1330], size: [160, 330], turn: 30 },
  { kind: 'farmland', name: null, centre: [-4250, 2600], size: [760, 1500], turn: 8 },
  { kind: 'farmland', name: null, centre: [-4300, -2500], size: [620, 1300], turn: -6 },
  { kind: 'farmland', name: null, centre: [-2250, -3650], size: [1500, 520], turn: 4 },
  { kind: 'farmland', name: null, centre: [-4330, 50], size: [500, 900], turn: -10 },
]
