import { dateIn } from '@ambit/domain'
import { Button, Skeleton } from '@mantine/core'
import { IconClockHour4, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { queryClient } from '../../api/query-client.ts'
import { useCan } from '../../auth/permissions.ts'
import { createDrafts } from '../../drafts/create-drafts.ts'
import type { RecordId } from '../../drafts/diff.ts'
import { countChanges } from '../../drafts/history.ts'
import { HistoryTools } from '../../drafts/HistoryTools.tsx'
import { useDraftKeys } from '../../drafts/use-draft-keys.ts'
import { same } from '../../form/conflict.ts'
import { UnsavedGuard } from '../../form/UnsavedGuard.tsx'
import { type ReportReadable, useUnreadable } from '../../form/use-unreadable.ts'
import { notify } from '../../notifications/notify.tsx'
import { rulesQuery } from '../../records/booking-rules.ts'
import { rulesChanged } from '../../records/rules-changed.ts'
import { zoneRecords } from '../../records/zones.ts'
import { useFormat } from '../../settings/format.ts'
import { serverClock } from '../../settings/use-now.ts'
import { causeOf } from '../../ui/cause-of.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { ToneAlert } from '../../ui/ToneAlert.tsx'
import { useNavigate, useParam } from '../../url/link.tsx'
import { keptSearch, zoneIdOf, ZONES_PATH } from '../navigation.ts'
import { zoneStrings } from '../strings.ts'
import { Foldable } from './Foldable.tsx'
import {
  dayProblems,
  leftOf,
  loadBeneath,
  type Loaded,
  loadedOf,
  newRules,
  type RuleDrafts,
  type RulesDraft,
  rulesProblems,
  saveDrafts,
} from './rules-draft.ts'
import { RulesForm } from './RulesForm.tsx'
import classes from './rules.module.css'
import { type May, SpecialDays, type Zone } from './SpecialDays.tsx'
import { rulesStrings as words } from './strings.ts'

/** What may be booked in one zone, when and how much. */
const RulesPage = () => {
  const id = zoneIdOf(useParam('zoneId'))
  if (id === null) return <EmptyState title={zoneStrings.gone} />
  return <OneZone key={id} id={id} />
}
export default RulesPage

const OneZone = ({ id }: { id: number }) => {
  const zone = useQuery(zoneRecords.one(id))
  const rules = useQuery(rulesQuery(id))
  const failed = [zone, rules].find(({ isError, data }) => isError && data === undefined)
  if (failed !== undefined) return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
  if (zone.data === undefined || rules.data === undefined)
    return <Skeleton h={320} role="status" aria-label={words.loading} />
  const { name, time_zone } = zone.data
  return <Editor zone={{ id, time_zone }} name={name} loaded={loadedOf(rules.data.rules, rules.data.days)} />
}

const useMay = (): May => {
  const can = useCan()
  return {
    create: can('ZoneManagement:bookingRules:canCreate'),
    update: can('ZoneManagement:bookingRules:canUpdate'),
    destroy: can('ZoneManagement:bookingRules:canDestroy'),
  }
}

/** Without drafts the page follows the server. */
const useDrafts = (loaded: Loaded): RuleDrafts => {
  const [drafts] = useState(() => createDrafts(loaded))
  const take = useEffectEvent((latest: Loaded) => {
    const { history, saving } = drafts.get()
    if (!saving && history.steps.length === 0) drafts.load(latest)
  })
  useEffect(() => take(loaded), [loaded])
  return drafts
}

const useSave = (zone: number, drafts: RuleDrafts) => {
  const [error, setError] = useState<unknown>(null)
  const save = async (): Promise<void> => {
    const { draft } = drafts.get().history
    const done = new Set<RecordId>()
    drafts.setSaving(true)
    const failure: unknown = await saveDrafts(zone, draft, done).then(
      () => null,
      (reason: unknown) => reason,
    )
    setError(failure)
    if (failure !== null && done.size > 0) {
      // What was saved is there under its own id.
      await rulesChanged()
      const stored = queryClient.getQueryData(rulesQuery(zone).queryKey)
      const { base } = drafts.get()
      const latest = stored === undefined ? base : loadedOf(stored.rules, stored.days)
      return loadBeneath(drafts, latest, { label: words.notSaved, draft: leftOf(draft, done) })
    }
    drafts.setSaving(false)
    if (failure === null) {
      drafts.discard()
      notify({ type: 'success', title: words.title, message: words.saved })
    }
    await rulesChanged()
  }
  return { error, save, forget: () => setError(null) }
}

const Editor = ({ zone, name, loaded }: { zone: Zone; name: string; loaded: Loaded }) => {
  const drafts = useDrafts(loaded)
  const { base, records, history, saving } = useSyncExternalStore(drafts.subscribe, drafts.get)
  const { error, save, forget } = useSave(zone.id, drafts)
  const may = useMay()
  const navigate = useNavigate()
  const changes = countChanges(history.draft)
  const newer = !saving && history.steps.length > 0 && !same(base, loaded)
  const takeIn = (): void => {
    forget()
    loadBeneath(drafts, loaded, { label: words.mergedStep, draft: history.draft })
  }
  const [unreadable, report] = useUnreadable()
  const [round, setRound] = useState(0)
  const discard = (): void => {
    drafts.discard()
    setRound(round + 1)
  }
  const wrong =
    unreadable ||
    records.booking_rules.some((rules) => rulesProblems(rules).size > 0) ||
    records.special_days.some((day) => dayProblems(day).size > 0)
  const ready = changes > 0 && !wrong && !saving
  useDraftKeys({ undo: drafts.undo, redo: drafts.redo, save: () => ready && void save() }, true)
  const sets = records.booking_rules.toSorted((a, b) => (a.holds_from < b.holds_from ? -1 : 1))
  const startsOn = (date: string): number => sets.findLast(({ holds_from }) => holds_from <= date)?.day_starts ?? 0
  const action = (
    <div className={classes['tools']}>
      <span role="status">{changes > 0 && <StatusTag tone="warning">{words.changes(changes)}</StatusTag>}</span>
      <HistoryTools drafts={drafts} />
      <Button variant="default" onClick={() => void navigate({ to: ZONES_PATH, search: keptSearch })}>
        {words.back}
      </Button>
      <Button variant="default" disabled={saving || (history.steps.length === 0 && !unreadable)} onClick={discard}>
        {words.discard}
      </Button>
      <Button disabled={!ready} onClick={() => void save()}>
        {words.save}
      </Button>
    </div>
  )
  return (
    <>
      <PageHeader title={`${words.title}: ${name}`} action={action} crumb={name} />
      <UnsavedGuard dirty={changes > 0} isSaved={() => false} />
      <div className={classes['page']}>
        {newer && (
          <ToneAlert tone="warning">
            <p>{words.newer}</p>
            <Button mt={8} size="compact-sm" variant="default" onClick={takeIn}>
              {words.takeIn}
            </Button>
          </ToneAlert>
        )}
        {wrong && <ToneAlert tone="warning">{words.wrong}</ToneAlert>}
        {error !== null && (
          <ToneAlert tone="danger" title={words.notSaved}>
            {causeOf(error)}
          </ToneAlert>
        )}
        <RuleSets zone={zone} sets={sets} round={round} drafts={drafts} may={may} onReadable={report} />
        <SpecialDays
          zone={zone}
          days={records.special_days.toSorted((a, b) => (a.date < b.date ? -1 : 1))}
          startsOn={startsOn}
          round={round}
          drafts={drafts}
          may={may}
          onReadable={report}
        />
      </div>
    </>
  )
}

type SetsProps = {
  zone: Zone
  sets: readonly RulesDraft[]
  /** another one once all was discarded: the fields begin anew, without what was typed */
  round: number
  drafts: RuleDrafts
  may: May
  onReadable: ReportReadable
}

/** The rules by the day from which on they hold. */
const RuleSets = ({ zone, sets, round, drafts, may, onReadable }: SetsProps) => {
  const format = useFormat('UTC') // a date without a time: read and shown in the same zone
  const [chosen, setOpen] = useState<RecordId | null>(() => sets.at(-1)?.id ?? null)
  // Rules that were saved have another id than their draft.
  const open = chosen === null || sets.some(({ id }) => id === chosen) ? chosen : (sets.at(-1)?.id ?? null)
  const add = (): void => {
    const last = sets.at(-1)
    const fresh = newRules(dateIn(zone.time_zone, serverClock.now()))
    const added = last === undefined ? fresh : { ...last, id: fresh.id, version: 0, holds_from: fresh.holds_from }
    drafts.edit(words.steps.add(words.rules), { kind: 'booking_rules', added: [added] })
    setOpen(added.id)
  }
  return (
    <section className={classes['section']} aria-label={words.rules}>
      <header className={classes['head']}>
        <h2>{words.rules}</h2>
        {may.create && (
          <Button size="compact-sm" leftSection={<IconPlus size={14} aria-hidden />} onClick={add}>
            {words.addRules}
          </Button>
        )}
      </header>
      {sets.length === 0 && <EmptyState icon={IconClockHour4} title={words.noRules} reason={words.noRulesReason} />}
      {sets.map((rules) => (
        <Foldable
          key={rules.id}
          title={words.rulesFrom(format.date(rules.holds_from))}
          open={rules.id === open}
          onToggle={() => setOpen(rules.id === open ? null : rules.id)}
        >
          <RulesForm
            key={round}
            rules={rules}
            problems={rulesProblems(rules)}
            disabled={!(rules.version === 0 ? may.create : may.update)}
            onChange={(fields, what) =>
              drafts.edit(
                words.steps.change(what),
                { kind: 'booking_rules', updated: [{ ...rules, ...fields }] },
                `rules ${rules.id} ${what}`,
              )
            }
            onReadable={(field, readable) => onReadable(`rules ${rules.id} ${field}`, readable)}
          />
          {(rules.version === 0 || may.destroy) && (
            <Button
              size="compact-sm"
              variant="default"
              onClick={() =>
                drafts.edit(words.steps.remove(words.rules), { kind: 'booking_rules', removed: [rules.id] })
              }
            >
              {words.removeRules}
            </Button>
          )}
        </Foldable>
      ))}
    </section>
  )
}
