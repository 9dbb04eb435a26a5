import { api, DRIVER_MESSAGE_LENGTH } from '@ambit/contract'
import { Button, Group, Select, Textarea } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../api/client.ts'
import { failureText } from '../api/failure-text.ts'
import { regionOptions } from '../records/regions.ts'
import { zoneOptions } from '../records/zones.ts'
import { ToneAlert } from '../ui/ToneAlert.tsx'
import { useScope } from '../url/scope.ts'
import { broadcastRecords, type Place, reachQuery } from './broadcast-queries.ts'
import { broadcastStrings as words } from './broadcast-strings.ts'
import classes from './driver-messages.module.css'

const WHOLE = 'all'
const idOf = (value: string | null): number | null => (value === null || value === WHOLE ? null : Number(value))

/** Writes to all drivers of a zone or region: first what and where, then to how many. */
export const BroadcastComposer = ({ onSent }: { onSent: (id: number) => void }) => {
  const [scope] = useScope()
  const { data: regions = [] } = useQuery(regionOptions)
  const [region, setRegion] = useState<number | null>(scope.region)
  const chosen = region ?? (regions.length === 1 ? (regions[0]?.id ?? null) : null)
  const [zone, setZone] = useState<number | null>(null)
  const { data: zones = [] } = useQuery({ ...zoneOptions(chosen), enabled: chosen !== null })
  const [text, setText] = useState('')
  const [asked, setAsked] = useState(false)
  const tooLong = text.trim().length > DRIVER_MESSAGE_LENGTH
  const ready = text.trim() !== '' && !tooLong && chosen !== null
  if (asked && chosen !== null)
    return (
      <Confirm
        place={{ region_id: chosen, zone_id: zone }}
        text={text}
        onBack={() => setAsked(false)}
        onSent={onSent}
      />
    )
  return (
    <form
      className={classes['composer']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (ready) setAsked(true)
      }}
    >
      <Select
        label={words.region}
        placeholder={words.chooseRegion}
        data={regions.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={chosen === null ? null : String(chosen)}
        allowDeselect={false}
        onChange={(value) => {
          setRegion(idOf(value))
          setZone(null)
        }}
      />
      <Select
        label={words.zone}
        data={[
          { value: WHOLE, label: words.wholeRegion },
          ...zones.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        value={zone === null ? WHOLE : String(zone)}
        allowDeselect={false}
        disabled={chosen === null}
        onChange={(value) => setZone(idOf(value))}
      />
      <Textarea
        label={words.text}
        autosize
        minRows={2}
        maxRows={8}
        value={text}
        error={tooLong ? words.tooLong(DRIVER_MESSAGE_LENGTH) : null}
        onChange={(event) => setText(event.currentTarget.value)}
        data-autofocus
      />
      <Group justify="flex-end">
        <Button type="submit" disabled={!ready}>
          {words.next}
        </Button>
      </Group>
    </form>
  )
}

type Asked = { place: Place; text: string; onBack: () => void; onSent: (id: number) => void }

const Confirm = ({ place, text, onBack, onSent }: Asked) => {
  const reach = useQuery(reachQuery(place))
  const sending = useMutation({
    mutationFn: () => client.call(api.broadcasts.create, { body: { ...place, text } }),
    onSuccess: ({ data }) => {
      broadcastRecords.saved(data)
      onSent(data.id)
    },
  })
  const count = reach.data ?? 0
  return (
    <div className={classes['composer']}>
      <p className={classes['text']}>{text}</p>
      {reach.isError && (
        <ToneAlert tone="danger" title={words.reachFailed}>
          {failureText(reach.error)}
        </ToneAlert>
      )}
      {sending.isError && (
        <ToneAlert tone="danger" title={words.failed}>
          {failureText(sending.error)}
        </ToneAlert>
      )}
      <p role="status">
        {reach.isSuccess && (count === 0 ? words.nobody : count === 1 ? words.askOne : words.ask(count))}
      </p>
      <Group justify="flex-end">
        <Button variant="default" onClick={onBack}>
          {words.back}
        </Button>
        <Button disabled={count === 0} loading={sending.isPending} onClick={() => sending.mutate()}>
          {words.send}
        </Button>
      </Group>
    </div>
  )
}
