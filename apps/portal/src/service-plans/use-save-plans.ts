import { api, ApiError, NetworkError } from '@ambit/contract'
import { useState } from 'react'
import { planRecords } from '../records/service-plans.ts'
import { client } from '../api/client.ts'
import type { Change, RecordId } from '../drafts/diff.ts'
import { toSave } from '../drafts/to-save.ts'
import { OFFLINE_SAVE } from '../api/failure-text.ts'
import { notify } from '../notifications/notify.tsx'
import { askOfRefused } from './edit-plans.ts'
import { draftOfPlans, type FailedPlan, type PlanSession } from './plan-session.ts'
import { changeOnWire, draftOf, type PlanDraft, planFields } from './plans.ts'
import { planStrings as words } from './strings.ts'

/** How many schedules one call carries. */
const AT_ONCE = 200

/** All drafts, deletions first. What is refused stays a draft and is listed; the rest is saved. */
export const useSavePlans = (session: PlanSession) => {
  const [errors, setErrors] = useState<readonly string[]>([])
  const { drafts, failed } = session
  const save = async (): Promise<boolean> => {
    if (drafts.get().saving) return false
    setErrors([])
    drafts.setSaving(true)
    const run = newRun(session)
    try {
      await deleteAll(run)
      await saveAll(run)
    } catch (error) {
      setErrors(detailsOf(error))
    }
    // Nothing was heard of: the same drafts go again, which saves nothing twice.
    if (run.done === 0 && run.failed.length === 0) drafts.setSaving(false)
    else settle(session, run)
    failed.set(run.failed)
    planRecords.changed()
    tell(run)
    void askOfRefused(session)
    return run.left.size === 0
  }
  return { errors, save, forget: () => setErrors([]) }
}

type Run = {
  parts: ReturnType<typeof toSave<PlanDraft>>
  base: Map<RecordId, PlanDraft>
  /** what is still a draft */
  left: Map<RecordId, Change<PlanDraft>>
  failed: FailedPlan[]
  done: number
}

const newRun = (session: PlanSession): Run => {
  const diff = draftOfPlans(session)
  const { base } = session.drafts.get()
  return {
    parts: toSave(diff, planFields),
    base: new Map(base.plans.map((plan) => [plan.id, plan])),
    left: new Map(diff),
    failed: [],
    done: 0,
  }
}

const inParts = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / AT_ONCE) }, (_, at) => all.slice(at * AT_ONCE, (at + 1) * AT_ONCE))

const deleteAll = async (run: Run): Promise<void> => {
  for (const plans of inParts(run.parts.destroy)) {
    const ids = plans.map(({ id }) => Number(id))
    const { data } = await client.call(api.servicePlans.bulkDelete, { body: { ids } })
    // One that is gone already needs no deleting: an answer may have been lost.
    for (const id of [...data.deleted, ...data.missing]) {
      run.left.delete(id)
      run.base.delete(id)
      run.done++
    }
    for (const { index, errors } of data.errors) fail(run, plans[index], errors)
  }
}

const saveAll = async (run: Run): Promise<void> => {
  const { create, update } = run.parts
  const items = [
    ...update.map(({ record, changes }) => ({
      id: record.id,
      body: { id: Number(record.id), version: record.version, change: changeOnWire(changes) },
    })),
    ...create.map(({ draft }) => ({ id: draft, body: { create: creation(run.left.get(draft)!.to!) } })), // its own addition
  ]
  for (const part of inParts(items)) {
    const body = { service_plans: part.map((item) => item.body) }
    const { data } = await client.call(api.servicePlans.bulkCreateAndUpdate, { body })
    for (const { index, service_plan } of data.saved) {
      const id = part[index]?.id ?? 0
      run.left.delete(id)
      run.base.delete(id)
      run.base.set(service_plan.id, draftOf(service_plan))
      run.done++
    }
    for (const { index, errors } of data.errors) fail(run, run.left.get(part[index]?.id ?? 0)?.to, errors)
  }
}

const creation = (plan: PlanDraft) => ({
  zone_id: plan.zone_id,
  start_time: plan.start_time,
  end_time: plan.end_time,
  vehicle_id: plan.vehicle_id,
  driver_id: plan.driver_id,
  minimum_capacity: plan.minimum_capacity,
  service_route_id: plan.service_route_id,
  break_minutes: plan.break_minutes,
  break_from: plan.break_from,
  break_until: plan.break_until,
  metadata: { shift: plan.shift, ...(plan.shiftLabel === null ? {} : { shiftLabel: plan.shiftLabel }) },
})

const fail = (run: Run, plan: PlanDraft | null | undefined, errors: FailedPlan['errors']): void => {
  if (plan != null)
    run.failed.push({ key: String(plan.id), plan, start_time: plan.start_time, end_time: plan.end_time, errors })
}

const settle = ({ drafts }: PlanSession, { base, left }: Run): void => {
  drafts.load({ plans: [...base.values()] }, { label: words.notSavedStep, draft: { plans: left } })
}

const tell = ({ done, failed }: Run): void => {
  if (failed.length > 0)
    notify({ key: 'plans-saved', type: 'error', title: words.notSaved(failed.length), message: causesOf(failed) })
  else if (done > 0) notify({ key: 'plans-saved', type: 'success', title: words.thanks, message: words.saved(done) })
}

/** Of many refused schedules, how many different causes a notice gives; the list of failed schedules has all. */
const CAUSES = 3

const causesOf = (failed: readonly FailedPlan[]): string[] => {
  const all = [...new Set(failed.flatMap(({ errors }) => errors.map(({ detail }) => detail)))]
  return all.length <= CAUSES ? all : [...all.slice(0, CAUSES), words.moreCauses(all.length - CAUSES)]
}

const detailsOf = (error: unknown): string[] => {
  if (error instanceof NetworkError) return [OFFLINE_SAVE]
  if (!(error instanceof ApiError)) throw error
  return error.errors.map(({ detail }) => detail)
}
