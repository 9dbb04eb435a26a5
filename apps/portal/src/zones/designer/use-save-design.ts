import { api, ApiError, NetworkError, ZoneDesign } from '@ambit/contract'
import { useState } from 'react'
import { client } from '../../api/client.ts'
import { queryClient } from '../../api/query-client.ts'
import { OFFLINE_SAVE } from '../../form/server-errors.ts'
import { notify } from '../../notifications/notify.tsx'
import { designChange } from './design.ts'
import { type DesignSession, loadDesign } from './design-session.ts'
import { designQuery } from './queries.ts'
import { designerStrings as words } from './strings.ts'

export type SavingDesign = {
  /** the details of the save that failed last */
  errors: readonly string[]
  /** the zone as somebody else has saved it since */
  newer: ZoneDesign | null
  setNewer: (design: ZoneDesign | null) => void
  /** true when everything is saved */
  save: () => Promise<boolean>
  forget: () => void
}

/** All drafts in one transaction, or none. */
export const useSaveDesign = (session: DesignSession): SavingDesign => {
  const [errors, setErrors] = useState<readonly string[]>([])
  const [newer, setNewer] = useState<ZoneDesign | null>(null)
  const { drafts, facts, refusal } = session
  const save = async (): Promise<boolean> => {
    const state = drafts.get()
    const { id } = facts.get().zone
    if (state.saving) return false
    setErrors([])
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
        refusal.set(error instanceof ApiError ? error : null)
      }
      return false
    }
  }
  return { errors, newer, setNewer, save, forget: () => setErrors([]) }
}

/** The zone as it stands, of a save that was built on an older one. */
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
