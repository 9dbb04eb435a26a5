import { api, type RetentionRule } from '@ambit/contract'
import { periodInWords } from '@ambit/domain'
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { client } from '../api/client.ts'
import { failureText } from '../api/failure-text.ts'
import { useCan } from '../auth/permissions.ts'
import { notify } from '../notifications/notify.tsx'
import { useFormat } from '../settings/format.ts'
import { useNow } from '../settings/use-now.ts'
import { ToneAlert } from '../ui/ToneAlert.tsx'
import { UPDATE } from './keys.ts'
import { rulesChanged } from './queries.ts'
import { privacyStrings } from './strings.ts'

const words = privacyStrings.dialog
const DAY = 24 * 3600_000

/** A shorter period that takes effect soon, with the way to take it back. */
export const WaitingPeriod = ({ rule, next }: { rule: RetentionRule; next: NonNullable<RetentionRule['next']> }) => {
  const may = useCan()(UPDATE)
  const format = useFormat()
  const now = useNow(60_000)
  const takeBack = useMutation({
    mutationFn: () => client.call(api.retentionRules.takeBack, { params: { kind: rule.kind }, version: rule.version }),
    onSuccess: () => {
      rulesChanged()
      notify({ type: 'success', title: words.savedTitle, message: words.takenBack })
    },
  })
  const left = Math.max(0, Math.ceil((Date.parse(next.from) - now.getTime()) / DAY))
  return (
    <ToneAlert tone="warning">
      <p>{words.waits(periodInWords(next.period), format.dateTime(next.from), words.daysLeft(left))}</p>
      {takeBack.isError && <p role="alert">{failureText(takeBack.error)}</p>}
      {may && (
        <Button variant="default" loading={takeBack.isPending} onClick={() => takeBack.mutate()}>
          {words.takeBack}
        </Button>
      )}
    </ToneAlert>
  )
}
