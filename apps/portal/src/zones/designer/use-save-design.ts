import { api, ApiError, NetworkError, ZoneDesign } from '@ambit/contract'
import { useState } from 'react'
import { client } from '../../api/client.ts'
import { queryClient } from '../../api/query-client.ts'
import type { Diffs } from '../../drafts/history.ts'
import { OFFLINE_SAVE } from '../../api/failure-text.ts'
import { notify } from '../../notifications/notify.tsx'
import { designChange, type DesignKinds } from './design/design.ts'
import { type DesignSession, loadDesign } from './design/design-session.ts'
import { designQuery } from './queries.ts'
import { designerStrings as words } from './design/strings.ts'

export type SavingDesign = {
  /** the details of the save that failed last */
  errors: readonly string[]
  /** the zone as another user has saved it since */
  newer: ZoneDesign | null
  setNewer: (design: ZoneDesign | null) => void
  /** drafts that were sent and never answered: the server may hold them already, so what is newer there may be mine */
  unanswered: Diffs<DesignKinds> | null
  /** true when everything is saved */
  save: () => Promise<boolean>
  forget: () => void
}

/** All drafts in one transaction, or none. */
export const useSaveDesign = (session: DesignSession): SavingDesign => {
  const [errors, setErrors] = useState<readonly string[]>([])
  const [newer, setNewer] = useState<ZoneDesign | null>(null)
  const [unanswered, setUnanswered] = useState<Diffs<DesignKinds> | null>(null)
  const { drafts, facts, refusal } = session
  const save = async (): Promise<boolean> => {
    // What comes after the save would be a change again.
    await session.consequences.known()
    const state = drafts.get()
    const { id } = facts.get().zone
    if (state.saving) return false
    setErrors([])
    setUnanswered(null)
    refusal.set(null)
    drafts.setSaving(true)
    try {
      const body = designChange(state.history.draft)
      const { data } = await client.call(api.zoneDesigns.save, { params: { id }, body })
      queryClient.setQueryData(designQuery(id).queryKey, data)
      loadDesign(session, data)
      notify({ type: 'success', title: words.thanks, message: words.saved })
      return true
    } catch (error) {
      drafts.setSaving(false)
      const current = currentOf(error)
      if (current !== null) setNewer(current)
      else {
        setErrors(detailsOf(error))
        if (error instanceof NetworkError) setUnanswered(state.history.draft)
        refusal.set(error instanceof ApiError ? error : null)
      }
      return false
    }
  }
  return { errors, newer, setNewer, unanswered, save, forget: () => setErrors([]) }
}

/** The current zone, from the refusal of a save that was based on an older one. */
const currentOf = (error: unknown): ZoneDesign | null => {
  if (!(error instanceof ApiError) || !error.errors.some(({ code }) => code === 'stale_record')) return null
  const current = ZoneDesign.safeParse(error.meta?.['current'])
  return current.success ? current.data : null
}

const detailsOf = (error: unknown): string[] => {
  if (error instanceof NetworkError) return [OFFLINE_SAVE]
  if (!(error instanceof ApiError)) throw error
  return error.errors.map(({ detail }) => detail)
}
