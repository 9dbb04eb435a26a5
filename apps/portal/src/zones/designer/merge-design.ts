import type { AnyId, ZoneDesign } from '@ambit/contract'
import { type Change, type Diff, newDraftId } from '../../drafts/diff.ts'
import type { Collections, Diffs } from '../../drafts/history.ts'
import { mergeDraft, type Side } from '../../drafts/merge.ts'
import type { Fought } from '../../drafts/MergeQuestion.tsx'
import { same } from '../../form/conflict.ts'
import { designWording } from './describe-design.ts'
import { collectionsOf, designFields, type DesignKind, type DesignKinds, designKinds } from './design/design.ts'
import { designerStrings, fieldLabels } from './design/strings.ts'

type MergedDesign = { draft: Diffs<DesignKinds>; fought: Fought[] }

type Options = {
  draft: Diffs<DesignKinds>
  mine: Collections<DesignKinds>
  newer: ZoneDesign
  side: (key: string) => Side
}

/** My drafts over the zone as another user has saved it. */
export const mergeDesign = ({ draft, mine, newer, side }: Options): MergedDesign => {
  const theirs = collectionsOf(newer)
  const revived = new Map<AnyId, AnyId>()
  const merged = designKinds.map((kind) => mergeKind(kind, { draft, theirs, mine, side, savedAs: newer.saved_as }))
  for (const part of merged) for (const [id, again] of part.revived) revived.set(id, again)
  return {
    // Kind by kind as it was.
    draft: Object.fromEntries(merged.map(({ kind, diff }) => [kind, repoint(diff, revived)])) as Diffs<DesignKinds>,
    fought: merged.flatMap(({ fought }) => fought),
  }
}

type Sides = {
  draft: Diffs<DesignKinds>
  theirs: Collections<DesignKinds>
  mine: Collections<DesignKinds>
  side: (key: string) => Side
  savedAs: ZoneDesign['saved_as']
}

const mergeKind = <N extends DesignKind>(kind: N, { draft, theirs, mine, side, savedAs }: Sides) => {
  const diff: Diff<DesignKinds[N]> = draft[kind] ?? new Map()
  const { contests, ...merged } = mergeDraft<DesignKinds[N]>({
    diff,
    theirs: theirs[kind],
    fields: designFields[kind],
    side: (key) => side(`${kind}:${key}`),
    savedAs: savedAs[kind],
    revive: newDraftId,
  })
  const words = { mine: designWording(kind, mine), theirs: designWording(kind, theirs) }
  const { deleted, kept, whole } = designerStrings.merge
  const fought = contests.map((contest): Fought => {
    const { key, record, field } = contest
    return {
      key: `${kind}:${key}`,
      name: record.name,
      field: field === null ? whole : (fieldLabels[String(field)] ?? String(field)),
      mine: field === null ? (contest.mine === null ? deleted : kept) : words.mine.show(field, contest.mine),
      theirs: field === null ? (contest.theirs === null ? deleted : kept) : words.theirs.show(field, contest.theirs),
    }
  })
  return { kind, ...merged, fought }
}

/** What pointed at a record that goes by another id now points at that; what is no change any more falls away. */
const repoint = <N extends DesignKind>(
  diff: Diff<DesignKinds[N]>,
  revived: ReadonlyMap<AnyId, AnyId>,
): Diff<DesignKinds[N]> =>
  revived.size === 0
    ? diff
    : new Map(
        [...diff].flatMap(([id, { from, to }]): [AnyId, Change<DesignKinds[N]>][] => {
          const now = to === null ? null : repointed(to, (old) => revived.get(old) ?? old)
          return same(from, now) ? [] : [[id, { from, to: now }]]
        }),
      )

const repointed = <R extends DesignKinds[DesignKind]>(record: R, now: (id: AnyId) => AnyId): R => {
  if ('travel_rule' in record && record.travel_rule !== null)
    return { ...record, travel_rule: { connected_location_ids: record.travel_rule.connected_location_ids.map(now) } }
  if ('stops' in record)
    return {
      ...record,
      service_strategy_id: record.service_strategy_id === null ? null : now(record.service_strategy_id),
      stops: record.stops.map((stop) => ({ ...stop, zone_stop_id: now(stop.zone_stop_id) })),
    }
  return record
}
