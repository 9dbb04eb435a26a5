import type { AnyId } from '@ambit/contract'
import type { LngLat } from '@ambit/geo'
import { splitPolygon } from '@ambit/geo'
import type { Edit } from '../../../drafts/create-drafts.ts'
import { newDraftId } from '../../../drafts/diff.ts'
import type { AreaDraft, DesignKinds } from '../design/design.ts'
import { mergeShapes } from './merge.ts'
import { type Shape, shapeOf } from './shape.ts'
import { areaStrings as words } from './strings.ts'
import { isAllowed, rulesAfter } from './travel.ts'

/** What one step of the history does, and the areas that are chosen afterwards. */
export type AreaStep = { label: string; edits: Edit<DesignKinds>; chosen: AnyId[] }

/** `Area 3`, the first number that is free. */
export const freeName = (areas: readonly { name: string }[], base: string = words.newName): string => {
  const taken = new Set(areas.map(({ name }) => name))
  for (let number = 1; ; number++) {
    const name = `${base} ${number}`
    if (!taken.has(name)) return name
  }
}

const newArea = (name: string, coordinates: Shape): AreaDraft => ({
  id: newDraftId(),
  version: 0,
  name,
  coordinates,
  travel_rule: null,
})

export const addAreas = (
  areas: readonly AreaDraft[],
  added: readonly { name: string | null; coordinates: Shape }[],
): AreaStep => {
  const made: AreaDraft[] = []
  for (const { name, coordinates } of added) made.push(newArea(name ?? freeName([...areas, ...made]), coordinates))
  const [only] = made
  return {
    label: made.length === 1 && only !== undefined ? words.steps.add(only.name) : words.steps.import(made.length),
    edits: { kind: 'service_areas', added: made },
    chosen: made.map(({ id }) => id),
  }
}

export const reshape = (area: AreaDraft, coordinates: Shape, label: string): AreaStep => ({
  label,
  edits: { kind: 'service_areas', updated: [{ ...area, coordinates }] },
  chosen: [area.id],
})

export const rename = (area: AreaDraft, name: string): AreaStep => ({
  label: words.steps.rename(area.name, name),
  edits: { kind: 'service_areas', updated: [{ ...area, name }] },
  chosen: [area.id],
})

export const remove = (areas: readonly AreaDraft[], area: AreaDraft): AreaStep => ({
  label: words.steps.remove(area.name),
  edits: {
    kind: 'service_areas',
    removed: [area.id],
    updated: rulesAfter(
      areas.filter(({ id }) => id !== area.id),
      area.id,
      [],
    ),
  },
  chosen: [],
})

/** The greatest part stays the area that it was; the others are new and inherit its rule. Null: not cut through. */
export const split = (areas: readonly AreaDraft[], area: AreaDraft, line: readonly LngLat[]): AreaStep | null => {
  const [greatest, ...others] = splitPolygon(area.coordinates, line)
  if (greatest === undefined || others.length === 0) return null
  const made: AreaDraft[] = []
  for (const part of others) made.push(newArea(freeName([...areas, ...made], area.name), shapeOf(part)))
  const parts = [area.id, ...made.map(({ id }) => id)]
  const rules = new Map(rulesAfter(areas, area.id, parts).map((changed) => [changed.id, changed]))
  const { travel_rule } = rules.get(area.id) ?? area
  rules.set(area.id, { ...area, travel_rule, coordinates: shapeOf(greatest) })
  return {
    label: words.steps.split(area.name),
    edits: {
      kind: 'service_areas',
      added: made.map((part) => ({ ...part, travel_rule })),
      updated: [...rules.values()],
    },
    chosen: parts,
  }
}

/** The first one stays and covers all; it may reach what any of them could. Null: they lie apart. */
export const merge = (areas: readonly AreaDraft[], chosen: readonly AreaDraft[]): AreaStep | null => {
  const [first, ...others] = chosen
  const coordinates = mergeShapes(chosen.map((area) => area.coordinates))
  if (first === undefined || others.length === 0 || coordinates === null) return null
  const gone = new Set(others.map(({ id }) => id))
  const everywhere = chosen.some(({ travel_rule }) => travel_rule === null)
  const reached = areas.filter((area) => chosen.some((one) => isAllowed(one, area.id))).map(({ id }) => id)
  const united: AreaDraft = {
    ...first,
    coordinates,
    travel_rule: everywhere ? null : { connected_location_ids: reached },
  }
  let left = areas.filter(({ id }) => !gone.has(id)).map((area) => (area.id === first.id ? united : area))
  for (const id of gone) {
    const changed = new Map(rulesAfter(left, id, [first.id]).map((area) => [area.id, area]))
    left = left.map((area) => changed.get(area.id) ?? area)
  }
  return {
    label: words.steps.merge(chosen.map(({ name }) => name).join(', ')),
    edits: { kind: 'service_areas', removed: [...gone], updated: left },
    chosen: [first.id],
  }
}
