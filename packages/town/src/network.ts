import type { Drawing, Point, Tags } from '@ambit/streets'
import { add, along, createGrid, crossing, distance, inside, lengthOf, mix, unit } from './geometry.ts'
import type { Line } from './geometry.ts'
import { MOTORWAY } from './main-roads.ts'

/** Something that runs on the ground: a road, a path, a carriageway of the motorway, a ramp to it, or rails. */
export type Track = {
  group: 'road' | 'path' | 'motorway' | 'link' | 'rail'
  line: Line
  tags: Tags
  /** Name of its bridge over the river */
  bridge?: string | undefined
  /** A local street: it goes when it meets nothing */
  local?: boolean
}

type Deck = { from: number; to: number; name: string | null }
/** A node on a track; `driven`: where vehicles of the two tracks meet */
type Stop = { metres: number; node: number; driven: boolean }
type Piece = { track: number; a: Point; b: Point; start: number; last: boolean }
type Run = { track: Track; length: number; decks: Deck[]; stops: Stop[]; from: number; to: number }

/** How far an end may miss the line it was meant to reach */
const REACH = 2
/** Dead ends shorter than this go; a main road that crosses another a little stops there. */
const SHORTEST_STUB = 34
const OVERSHOOT = 95

const joins = (a: Track['group'], b: Track['group']): boolean => {
  if (a === 'link' || b === 'link') return a === 'motorway' || b === 'motorway' || a === 'road' || b === 'road'
  if (a === 'motorway' || b === 'motorway') return false
  if (a === 'rail' || b === 'rail') return a === 'road' || b === 'road'
  return true
}

const isDriven = (track: Track): boolean => track.group !== 'path' && track.group !== 'rail'

const findDecks = (track: Track, river: Line): Deck[] => {
  if (track.local) return []
  const decks: Deck[] = []
  let start: number | null = null
  let passed = 0
  for (let i = 1; i < track.line.length; i++) {
    const length = distance(track.line[i - 1], track.line[i])
    for (let metres = 0; metres < length; metres += 6) {
      const wet = inside(mix(track.line[i - 1], track.line[i], metres / length), river)
      if (wet && start === null) start = passed + metres
      if (!wet && start !== null) {
        decks.push({ from: start - 16, to: passed + metres + 10, name: track.bridge ?? null })
        start = null
      }
    }
    passed += length
  }
  if (track.group !== 'road' || track.local) return decks
  let metres = 0
  for (let i = 1; i < track.line.length; i++) {
    for (let k = 1; k < MOTORWAY.length; k++) {
      const hit = crossing(track.line[i - 1], track.line[i], MOTORWAY[k - 1], MOTORWAY[k])
      if (!hit) continue
      const middle = metres + distance(track.line[i - 1], hit.point)
      decks.push({ from: middle - 42, to: middle + 42, name: null })
    }
    metres += distance(track.line[i - 1], track.line[i])
  }
  return decks
}

const onDeck = (run: Run, metres: number): boolean => run.decks.some((deck) => metres > deck.from && metres < deck.to)
const atEnd = (run: Run, metres: number): boolean => metres < REACH * 2 || metres > run.length - REACH * 2

const piecesOf = (runs: readonly Run[]): Piece[] =>
  runs.flatMap((run, track) => {
    let start = 0
    return run.track.line.slice(1).map((b, i): Piece => {
      const a = run.track.line[i]
      const piece = { track, a, b, start, last: i === run.track.line.length - 2 }
      start += distance(a, b)
      return piece
    })
  })

/** The piece made longer at the free ends of its line, so that an end lying on a street meets it. */
const stretched = (piece: Piece): readonly [Point, Point] => {
  const direction = unit(piece.a, piece.b)
  return [
    piece.start === 0 ? add(piece.a, direction, -REACH) : piece.a,
    piece.last ? add(piece.b, direction, REACH) : piece.b,
  ]
}

const meet = (drawing: Drawing, runs: readonly Run[]): void => {
  const pieces = piecesOf(runs)
  const grid = createGrid<number>(70)
  const junctions = createGrid<number>(20)
  const nodeAt = (point: Point): number => {
    const known = junctions.near(point, 5).find((node) => distance(drawing.at(node), point) < 5)
    if (known !== undefined) return known
    const node = drawing.node(point)
    junctions.put(point, node)
    return node
  }
  pieces.forEach((piece, index) => {
    const [a, b] = stretched(piece)
    const middle: Point = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]
    const mine = runs[piece.track]
    for (const otherIndex of grid.near(middle, 75)) {
      const other = pieces[otherIndex]
      const theirs = runs[other.track]
      if (other.track === piece.track || !joins(mine.track.group, theirs.track.group)) continue
      const [c, d] = stretched(other)
      const hit = crossing(a, b, c, d)
      if (!hit) continue
      const here = Math.min(mine.length, Math.max(0, piece.start + distance(piece.a, hit.point) * Math.sign(hit.s)))
      const there = Math.min(theirs.length, Math.max(0, other.start + distance(other.a, hit.point) * Math.sign(hit.t)))
      if (onDeck(mine, here) || onDeck(theirs, there)) continue
      if (mine.track.group === 'link' && !atEnd(mine, here)) continue
      if (theirs.track.group === 'link' && !atEnd(theirs, there)) continue
      const node = nodeAt(hit.point)
      const driven = isDriven(mine.track) && isDriven(theirs.track)
      if (!mine.stops.some((stop) => stop.node === node)) mine.stops.push({ metres: here, node, driven })
      if (!theirs.stops.some((stop) => stop.node === node)) theirs.stops.push({ metres: there, node, driven })
      if (mine.track.group === 'rail' || theirs.track.group === 'rail') {
        drawing.mark(node, { railway: 'level_crossing' })
      }
    }
    grid.put(middle, index)
  })
  for (const run of runs) run.stops.sort((a, b) => a.metres - b.metres)
}

/** Shortens stubs behind the outermost junctions; false when the street is not worth drawing. */
const tidyEnds = (run: Run): boolean => {
  if (run.track.group !== 'road' || run.track.tags.highway === 'service') return true
  const first = run.stops.find((stop) => stop.driven)
  const last = run.stops.findLast((stop) => stop.driven)
  if (first === undefined || last === undefined) return !run.track.local
  const stub = run.track.local ? SHORTEST_STUB : OVERSHOOT
  if (first.metres < stub) run.from = first.metres
  if (run.length - last.metres < stub) run.to = last.metres
  return !run.track.local || run.to - run.from > 55
}

/** The run's nodes in order, with the metres at which each lies. */
const nodesOf = (drawing: Drawing, run: Run): Stop[] => {
  const bends: { metres: number; point: Point }[] = []
  let metres = 0
  run.track.line.forEach((point, i) => {
    if (i > 0) metres += distance(run.track.line[i - 1], point)
    bends.push({ metres, point })
  })
  for (const deck of run.decks) {
    for (const edge of [deck.from, deck.to]) bends.push({ metres: edge, point: along(run.track.line, edge).point })
  }
  for (const edge of [run.from, run.to]) bends.push({ metres: edge, point: along(run.track.line, edge).point })
  const kept = bends
    .filter((bend) => bend.metres >= run.from && bend.metres <= run.to)
    .sort((a, b) => a.metres - b.metres)
  const result: Stop[] = run.stops.filter((stop) => stop.metres >= run.from - 0.01 && stop.metres <= run.to + 0.01)
  for (const bend of kept) {
    if (result.some((stop) => Math.abs(stop.metres - bend.metres) < 5)) continue
    result.push({ metres: bend.metres, node: drawing.node(bend.point), driven: false })
  }
  return result.sort((a, b) => a.metres - b.metres)
}

const drawRun = (drawing: Drawing, run: Run): number[] => {
  const stops = nodesOf(drawing, run)
  const ways: number[] = []
  const tagsAt = (metres: number): Tags => {
    const deck = run.decks.find((item) => metres > item.from && metres < item.to)
    if (!deck) return run.track.tags
    return { ...run.track.tags, bridge: 'yes', layer: '1', ...(deck.name ? { 'bridge:name': deck.name } : {}) }
  }
  let refs = [stops[0].node]
  for (let i = 1; i < stops.length; i++) {
    refs.push(stops[i].node)
    const tags = tagsAt((stops[i - 1].metres + stops[i].metres) / 2)
    const next = i + 1 < stops.length ? tagsAt((stops[i].metres + stops[i + 1].metres) / 2) : null
    if (next !== null && next.bridge === tags.bridge) continue
    ways.push(drawing.way(refs, tags))
    refs = [stops[i].node]
  }
  return ways
}

/** The runs that are connected with the first one: roads over roads, paths over anything. */
const connected = (runs: readonly Run[]): Set<Run> => {
  const kept = (run: Run): Stop[] => run.stops.filter((stop) => stop.metres >= run.from && stop.metres <= run.to)
  const byNode = new Map<number, Run[]>()
  for (const run of runs) for (const { node } of kept(run)) byNode.set(node, [...(byNode.get(node) ?? []), run])
  const reached = new Set<Run>(runs.slice(0, 1))
  for (const run of reached) {
    for (const { node, driven } of kept(run)) {
      if (driven) for (const next of byNode.get(node) ?? []) if (isDriven(next.track)) reached.add(next)
    }
  }
  for (const run of reached) {
    for (const { node } of kept(run))
      for (const next of byNode.get(node) ?? []) if (!isDriven(next.track)) reached.add(next)
  }
  return reached
}

/** Where the other track was not kept there is no junction any more. */
const withoutLostStops = (runs: readonly Run[]): Run[] => {
  const meetings = new Map<number, number>()
  for (const run of runs) for (const { node } of run.stops) meetings.set(node, (meetings.get(node) ?? 0) + 1)
  return runs.map((run) => ({ ...run, stops: run.stops.filter(({ node }) => (meetings.get(node) ?? 0) > 1) }))
}

export type DrawnTrack = { track: Track; line: Line; ways: number[] }

/**
 * Draws the tracks with a shared node wherever two of them meet on the ground. The first must belong to the main network.
 * Returns the drawn tracks, with their shortened lines.
 */
export const drawNetwork = (drawing: Drawing, tracks: readonly Track[], river: Line): DrawnTrack[] => {
  const runs = tracks.map((track): Run => {
    const length = lengthOf(track.line)
    return { track, length, decks: findDecks(track, river), stops: [], from: 0, to: length }
  })
  meet(drawing, runs)
  const tidy = runs.filter(tidyEnds)
  const reached = connected(tidy)
  const kept = tidy.filter((run) => reached.has(run) || run.track.group === 'rail')
  return withoutLostStops(kept)
    .filter(tidyEnds)
    .map((run) => {
      const inner = run.track.line.filter((_, i) => {
        const metres = lengthOf(run.track.line.slice(0, i + 1))
        return metres > run.from && metres < run.to
      })
      const line = [along(run.track.line, run.from).point, ...inner, along(run.track.line, run.to).point]
      return { track: run.track, line, ways: drawRun(drawing, run) }
    })
}
