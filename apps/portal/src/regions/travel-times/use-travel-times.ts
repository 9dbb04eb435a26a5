import { api, ApiError, type TravelFactor, TravelFactors } from '@ambit/contract'
import { useState } from 'react'
import { announceFailure } from '../../api/announce-failure.ts'
import { client } from '../../api/client.ts'
import { notify } from '../../notifications/notify.tsx'
import { takeTravelFactors } from '../../records/travel-factors.ts'
import { travelTimeStrings as words } from './strings.ts'
import { changed, type Changes, conflicts, keptMine, shownWeek, takenTheirs } from './week.ts'

const nothing: Changes = new Map()
const noFaults: ReadonlyMap<number, string> = new Map()

/** A region's week with what was changed of it and not saved yet, step by step. */
export const useTravelTimes = (region: number, factors: readonly TravelFactor[]) => {
  const [steps, setSteps] = useState<readonly Changes[]>([])
  const [faults, setFaults] = useState(noFaults)
  const [busy, setBusy] = useState(false)
  const changes = steps.at(-1) ?? nothing
  const step = (next: Changes): void => {
    setSteps((before) => [...before, next])
    setFaults(noFaults)
  }
  const save = async (): Promise<void> => {
    const entries = [...changes]
    setBusy(true)
    setFaults(noFaults)
    try {
      const { data } = await client.call(api.travelFactors.change, {
        query: { region_id: region },
        body: {
          factors: Object.fromEntries(entries.map(([hour, { to }]) => [hour, to])),
          seen: Object.fromEntries(entries.map(([hour, { seen }]) => [hour, seen])),
        },
      })
      takeTravelFactors(data)
      setSteps([])
      notify({ type: 'success', title: words.thanks, message: words.saved })
    } catch (error) {
      const fresh = freshOf(error)
      const refused = faultsOf(error)
      // The user chooses whose hours to keep where they are shown.
      if (fresh !== null) takeTravelFactors(fresh)
      else if (refused.size > 0) setFaults(refused)
      else announceFailure(error, words.failed)
    } finally {
      setBusy(false)
    }
  }
  return {
    week: shownWeek(factors, changes),
    dirty: changes.size > 0,
    mayUndo: steps.length > 0,
    busy,
    faults,
    conflicts: conflicts(factors, changes),
    set: (hours: readonly number[], to: number | null) => step(changed(factors, changes, hours, to)),
    undo: () => {
      setSteps((before) => before.slice(0, -1))
      setFaults(noFaults)
    },
    reset: () => {
      setSteps([])
      setFaults(noFaults)
    },
    keepMine: () => step(keptMine(factors, changes)),
    takeTheirs: () => step(takenTheirs(factors, changes)),
    save,
  }
}
export type TravelTimesDraft = ReturnType<typeof useTravelTimes>

const freshOf = (error: unknown): TravelFactors | null => {
  if (!(error instanceof ApiError)) return null
  const fresh = TravelFactors.safeParse(error.meta?.['travel_factors'])
  return fresh.success ? fresh.data : null
}

/** What was refused, by the hour of the week that it is about. */
const faultsOf = (error: unknown): ReadonlyMap<number, string> =>
  !(error instanceof ApiError)
    ? noFaults
    : new Map(
        error.errors.flatMap(({ source, detail }) => {
          const hour = /^\/factors\/(\d+)$/.exec(source?.pointer ?? '')?.[1]
          return hour === undefined ? [] : [[Number(hour), detail] as const]
        }),
      )
