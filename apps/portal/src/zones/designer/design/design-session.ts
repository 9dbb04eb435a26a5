import type { AnyId, ApiError, Zone, ZoneDesign } from '@ambit/contract'
import { createContext, useContext, useMemo, useSyncExternalStore } from 'react'
import { useCan } from '../../../auth/permissions.ts'
import { awaitedConsequences, type Consequences } from '../../../drafts/consequences.ts'
import { createDrafts, type Drafts, type Edit } from '../../../drafts/create-drafts.ts'
import { createStore, type Store } from '../../../drafts/create-store.ts'
import { type Flagged, type RecordState, stateIn } from '../../../drafts/diff.ts'
import type { Collections } from '../../../drafts/history.ts'
import { collectionsOf, type DesignKind, type DesignKinds } from './design.ts'

/** One zone in the designer. It lasts as long as its page, and dialogs over the page work on it too. */
export type DesignSession = {
  drafts: Drafts<DesignKinds>
  /** what is not drafted: the zone itself and who uses its strategies */
  facts: Store<Pick<ZoneDesign, 'zone' | 'schedule_counts'>>
  selection: Store<ReadonlySet<AnyId>>
  /** why the last save was refused */
  refusal: Store<ApiError | null>
  /** consequences of steps that are still being found out, as the address of a moved stop */
  consequences: Consequences
}

/** Only what is not drafted: the parts of an answer must never stand in for the drafts. */
export const factsOf = ({ zone, schedule_counts }: ZoneDesign): Pick<ZoneDesign, 'zone' | 'schedule_counts'> => ({
  zone,
  schedule_counts,
})

const NOTHING: ReadonlySet<AnyId> = new Set()

export const createDesignSession = (design: ZoneDesign): DesignSession => ({
  drafts: createDrafts<DesignKinds>(collectionsOf(design)),
  facts: createStore(factsOf(design)),
  selection: createStore(NOTHING),
  refusal: createStore<ApiError | null>(null),
  consequences: awaitedConsequences(),
})

/** Takes the server's records in; what is left of the draft goes over them as one step. */
export const loadDesign = (
  session: DesignSession,
  design: ZoneDesign,
  left?: Parameters<Drafts<DesignKinds>['load']>[1],
) => {
  session.facts.set(factsOf(design))
  session.drafts.load(collectionsOf(design), left)
}

export const DesignContext = createContext<DesignSession | null>(null)

const opened = createStore<DesignSession | null>(null)
/** The page says which session is on screen; returns the way to say that it is not any more. */
export const openSession = (session: DesignSession): (() => void) => {
  opened.set(session)
  return () => opened.set(null)
}

/** The session around this component, or the one beneath this dialog; null where no designer is open. */
export const useDesignSession = (): DesignSession | null => {
  const beneath = useSyncExternalStore(opened.subscribe, opened.get)
  return useContext(DesignContext) ?? beneath
}

export type Design = Collections<DesignKinds> & {
  zone: Zone
  schedule_counts: ZoneDesign['schedule_counts']
  /** One step for undo. A step that follows one with the same `key` is part of it. */
  edit: (label: string, edits: Edit<DesignKinds> | readonly Edit<DesignKinds>[], key?: string) => void
  /** A later consequence of the step of this key, not caused by the user: it joins that step, above or below others. */
  amend: (label: string, edits: Edit<DesignKinds> | readonly Edit<DesignKinds>[], key: string) => void
  stateOf: (kind: DesignKind, id: AnyId) => RecordState
  /** every record with its flags, also those to be destroyed */
  flagged: <N extends DesignKind>(kind: N) => Flagged<DesignKinds[N]>[]
  selection: ReadonlySet<AnyId>
  select: (ids: Iterable<AnyId>) => void
  /** why the last save was refused, until the next one */
  refusal: ApiError | null
  may: DesignRights
}

type Drafted = Collections<DesignKinds> & Pick<Design, 'edit' | 'amend' | 'stateOf' | 'flagged'>

export type DesignRights = {
  /** areas, routes and strategies */
  update: boolean
  createStops: boolean
  updateStops: boolean
  destroyStops: boolean
  createStrategies: boolean
}

const useRights = (): DesignRights => {
  const can = useCan()
  const update = can('ZoneManagement:zone:canUpdate')
  const createStops = can('ZoneManagement:zoneStop:canCreate')
  const updateStops = can('ZoneManagement:zoneStop:canUpdate')
  const destroyStops = can('ZoneManagement:zoneStop:canDestroy')
  const createStrategies = update && can('ZoneManagement:serviceStrategies:canRead')
  return useMemo(
    () => ({ update, createStops, updateStops, destroyStops, createStrategies }),
    [update, createStops, updateStops, destroyStops, createStrategies],
  )
}

/** The zone with the drafts in it, and the way to change it. */
export const useDesign = (): Design => {
  const session = useDesignSession()
  if (session === null) throw new Error('useDesign is for the Zone Designer and the dialogs over it')
  const { drafts } = session
  const state = useSyncExternalStore(drafts.subscribe, drafts.get)
  const facts = useSyncExternalStore(session.facts.subscribe, session.facts.get)
  const selection = useSyncExternalStore(session.selection.subscribe, session.selection.get)
  const refusal = useSyncExternalStore(session.refusal.subscribe, session.refusal.get)
  const may = useRights()
  // Apart from the selection: who selects a stop draws no other one again.
  const drafted = useMemo(
    (): Drafted => ({
      ...state.records,
      edit: drafts.edit,
      amend: drafts.amend,
      stateOf: (kind, id) => stateIn<DesignKinds[typeof kind]>(state.history.draft[kind] ?? new Map(), id),
      flagged: (kind) => drafts.flagged(kind),
    }),
    [drafts, state],
  )
  return useMemo(
    () => ({
      ...drafted,
      ...facts,
      selection,
      select: (ids) => session.selection.set(new Set(ids)),
      refusal,
      may,
    }),
    [session, drafted, facts, selection, refusal, may],
  )
}
