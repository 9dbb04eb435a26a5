import { api, ApiError, type Disruption, DisruptionPreview } from '@ambit/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { announceFailure } from '../../api/announce-failure.ts'
import { client } from '../../api/client.ts'
import { planChanged, previewQuery } from './queries.ts'
import { disruptionStrings as words } from './strings.ts'

/**
 * A disruption as a question: its preview, and the way to carry out what was shown. When it has come out otherwise by
 * then, nothing is carried out and the preview is the fresh one.
 */
export const useDisruption = (disruption: Disruption | null, onAccepted: () => void) => {
  const queries = useQueryClient()
  const options = previewQuery(disruption)
  const preview = useQuery(options)
  const [busy, setBusy] = useState(false)
  /** the token of the preview that came in the place of the one that was accepted */
  const [fresh, setFresh] = useState<string | null>(null)
  const accept = async (message: string): Promise<void> => {
    if (disruption === null || preview.data === undefined || busy) return
    const { token } = preview.data
    setBusy(true)
    try {
      await client.call(api.disruptions.accept, {
        body: { disruption: { ...disruption, message: message.trim() === '' ? null : message.trim() }, token },
      })
      onAccepted()
    } catch (error) {
      const answer = freshOf(error)
      if (answer === null) announceFailure(error, words.failed)
      else {
        queries.setQueryData(options.queryKey, answer)
        setFresh(answer.token)
      }
    } finally {
      setBusy(false)
      planChanged()
    }
  }
  return { preview, busy, meanwhile: fresh !== null && fresh === preview.data?.token, accept }
}
export type AskedDisruption = ReturnType<typeof useDisruption>

const freshOf = (error: unknown): DisruptionPreview | null => {
  if (!(error instanceof ApiError)) return null
  const fresh = DisruptionPreview.safeParse(error.meta?.['disruption_preview'])
  return fresh.success ? fresh.data : null
}
