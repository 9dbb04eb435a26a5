import { api, type UndoPreview } from '@ambit/contract'
import { Button, Group, Skeleton } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { announceFailure } from '../api/announce-failure.ts'
import { client } from '../api/client.ts'
import { DialogFrame } from '../dialogs/DialogFrame.tsx'
import { useDialog } from '../dialogs/stack.ts'
import { zoneOptions } from '../records/zones.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { ToneAlert } from '../ui/ToneAlert.tsx'
import classes from '../records/effects/effect.module.css'
import { EffectMessages, type MessageChoices } from './EffectMessages.tsx'
import { EffectWays } from '../records/effects/EffectWays.tsx'
import { BookingRows, Sentences } from '../records/effects/EffectView.tsx'
import { announceUndone, freshUndo } from './carry-out.ts'
import { actionQuery, planChanged, undoQuery } from './queries.ts'
import { effectStrings as words } from '../records/effects/strings.ts'

/** What undoing an action would bring back, for one that does not bring everybody back as before. */
const UndoDialog = () => {
  const { id, close } = useDialog()
  const query = undoQuery(Number(id))
  const preview = useQuery(query)
  const queries = useQueryClient()
  const [meanwhile, setMeanwhile] = useState(false)
  const [busy, setBusy] = useState(false)
  const [messages, setMessages] = useState<MessageChoices>({})
  const undo = async (shown: UndoPreview): Promise<void> => {
    setBusy(true)
    try {
      await client.call(api.dispatchActions.undo, {
        params: { id: Number(id) },
        body: {
          token: shown.token,
          confirmed: shown.needs_confirmation !== null,
          messages: Object.entries(messages).map(([key, choice]) => ({ key, ...choice })),
        },
      })
      announceUndone(Number(id), shown.text)
      close()
    } catch (error) {
      const fresh = freshUndo(error)
      if (fresh === null) announceFailure(error, words.undoFailed)
      else {
        queries.setQueryData(query.queryKey, fresh)
        setMeanwhile(true)
      }
    } finally {
      setBusy(false)
      planChanged()
    }
  }
  const shown = preview.data
  const { data: action } = useQuery(actionQuery(Number(id)))
  const zones = useQuery(zoneOptions(null))
  const timeZone = zones.data?.find((zone) => zone.id === action?.zone_ids[0])?.time_zone
  return (
    <DialogFrame title={words.undoTitle}>
      {shown === undefined ? (
        preview.isError ? (
          <ErrorState error={preview.error} onRetry={() => void preview.refetch()} />
        ) : (
          <Skeleton h={140} />
        )
      ) : (
        <>
          {meanwhile && (
            <ToneAlert tone="warning" mb={12}>
              {words.meanwhile}
            </ToneAlert>
          )}
          <p className={classes['hint']}>{shown.text}</p>
          <Sentences title={words.broughtBack} sentences={shown.brought_back.map(lineOf)} />
          <Sentences title={words.inPart} sentences={shown.in_part.map(lineOf)} />
          <Sentences title={words.notBack} sentences={shown.not_back.map(lineOf)} />
          <BookingRows bookings={shown.effect.bookings} timeZone={timeZone} />
          <EffectWays effect={shown.effect} timeZone={timeZone} />
          <EffectMessages effect={shown.effect} choices={messages} onChange={setMessages} />
          <Group justify="flex-end" gap="xs" mt={12}>
            <Button variant="default" onClick={close} disabled={busy}>
              {words.refuse}
            </Button>
            <Button loading={busy} onClick={() => void undo(shown)}>
              {shown.needs_confirmation?.text ?? words.undo}
            </Button>
          </Group>
        </>
      )}
    </DialogFrame>
  )
}
export default UndoDialog

const lineOf = ({ traveler_name, minutes, reason }: UndoPreview['in_part'][number]): string =>
  [
    traveler_name,
    ...(minutes === null || minutes === 0 ? [] : [words.minutes(minutes)]),
    ...(reason === null ? [] : [reason]),
  ].join(', ')
