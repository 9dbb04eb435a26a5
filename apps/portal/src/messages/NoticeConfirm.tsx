import { api, ApiError, type NoticeDelivery, type NoticeDraft, type NoticeReach } from '@ambit/contract'
import { Button, Group } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { client } from '../api/client.ts'
import { failureText } from '../api/failure-text.ts'
import { notify } from '../notifications/notify.tsx'
import { messageChannelWords } from '../records/messages.ts'
import { ToneAlert } from '../ui/ToneAlert.tsx'
import classes from './messages.module.css'
import { writtenLanguages } from './notice-draft.ts'
import { noticeRecords, reachQuery } from './notice-queries.ts'
import { noticeStrings as words } from './notice-strings.ts'

type Props = {
  draft: NoticeDraft
  delivery: NoticeDelivery
  onBack: () => void
  onMade: (id: number) => void
}

/** The texts once more and, where it is sent, to how many people: nothing is told before the button is pressed. */
export const NoticeConfirm = ({ draft, delivery, onBack, onMade }: Props) => {
  const sends = delivery === 'show_and_send'
  const reach = useQuery({ ...reachQuery(draft), enabled: sends })
  const making = useMutation({
    mutationFn: () =>
      client.call(api.notices.create, {
        body: { ...draft, delivery, ...(sends ? { people: reach.data?.people ?? 0 } : {}) },
      }),
    onSuccess: ({ data }) => {
      noticeRecords.saved(data)
      notify({ type: 'success', title: words.one, message: words.made })
      onMade(data.id)
    },
    // Of a notice whose answer was lost nothing is asked anew: pressed again it is the same call, and is sent once.
    onError: (error) => {
      if (sends && error instanceof ApiError && error.status < 500) void reach.refetch()
    },
  })
  return (
    <div className={classes['composer']}>
      {writtenLanguages(draft.texts).map((language) => (
        <p key={language} lang={language} className={classes['draft']}>
          {draft.texts[language]}
        </p>
      ))}
      {reach.isError && (
        <ToneAlert tone="danger" title={words.reachFailed}>
          {failureText(reach.error)}
        </ToneAlert>
      )}
      {making.isError && (
        <ToneAlert tone="danger" title={words.failed}>
          {failureText(making.error)}
        </ToneAlert>
      )}
      {sends && <Reach reach={reach.data} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={onBack}>
          {words.back}
        </Button>
        <Button disabled={sends && reach.data === undefined} loading={making.isPending} onClick={() => making.mutate()}>
          {sends ? sendWords(reach.data) : words.save}
        </Button>
      </Group>
    </div>
  )
}

/** Where it reaches nobody it is shown alone. */
const sendWords = (reach: NoticeReach | undefined): string => {
  if (reach === undefined) return words.sendAll
  return reach.people === 0 ? words.save : words.send(reach.people)
}

const Reach = ({ reach }: { reach: NoticeReach | undefined }) => (
  <div role="status">
    <p>{reach === undefined ? words.asking : words.people(reach.people)}</p>
    {reach !== undefined && reach.channels.length > 0 && (
      <ul className={classes['channels']} aria-label={words.byChannel}>
        {reach.channels.map(({ channel, people }) => (
          <li key={channel}>
            {words.by(messageChannelWords[channel], people)}
            {channel === 'sms' && ` (${words.parts(reach.sms_parts)})`}
          </li>
        ))}
      </ul>
    )}
    {reach !== undefined && reach.unreached > 0 && <p>{words.unreached(reach.unreached)}</p>}
  </div>
)
