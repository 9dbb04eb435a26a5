import type { Region } from '@ambit/contract'
import { Button, NumberInput, Select } from '@mantine/core'
import { DateTimePicker } from '@mantine/dates'
import { momentOf, wallTime } from '../../form/date-time.ts'
import { useNamedCalendar } from '../../form/use-named-calendar.ts'
import { AddressInput } from '../../map/AddressInput.tsx'
import { useSettings } from '../../settings/settings.ts'
import { useNow } from '../../settings/use-now.ts'
import { ToneAlert } from '../../ui/ToneAlert.tsx'
import classes from './disruptions.module.css'
import { soonOf } from './road-draft.ts'
import { disruptionStrings } from './strings.ts'
import type { Roads } from './use-roads.ts'

const words = disruptionStrings.roads
const GREATEST_REACH = 2000
const REACH_STEP = 50

type Props = { roads: Roads; regionId: number | null; regions: readonly Region[]; timeZone: string }

/** Which road, how far around and until when: by a press on the map or by address. */
export const CloseRoadForm = ({ roads, regionId, regions, timeZone }: Props) => {
  const { draft, faults, edit } = roads
  const { lng, lat } = useSettings().app.mapCenter
  const now = useNow(60_000)
  const calendar = useNamedCalendar()
  return (
    <form
      className={classes['form']}
      aria-label={words.close}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        roads.ask()
      }}
    >
      <h3>{words.close}</h3>
      <p className={classes['hint']}>{words.hint}</p>
      <AddressInput
        label={words.where}
        placeholder={words.placeholder}
        value={draft.place}
        near={draft.place?.point ?? [lng, lat]}
        error={faults.place}
        onChange={(place) => {
          edit({ place })
          if (place !== null) roads.look(place.point)
        }}
      />
      {regionId === null && (
        <Select
          label={words.region}
          searchable
          data={regions.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={draft.region_id === null ? null : String(draft.region_id)}
          error={faults.region_id}
          onChange={(value) => edit({ region_id: value === null ? null : Number(value) })}
        />
      )}
      <NumberInput
        label={words.reach}
        description={words.reachHint}
        min={0}
        max={GREATEST_REACH}
        step={REACH_STEP}
        allowDecimal={false}
        suffix=" m"
        error={faults.reach_m}
        value={draft.reach_m}
        onChange={(value) => edit({ reach_m: typeof value === 'number' ? value : '' })}
      />
      <DateTimePicker
        {...calendar}
        label={words.until}
        description={words.untilHint(timeZone)}
        placeholder={words.openEnd}
        clearable
        presets={soonOf(timeZone, now)}
        error={faults.until}
        value={wallTime(timeZone, draft.until)}
        onChange={(value) => edit({ until: momentOf(timeZone, value) })}
      />
      {roads.messages.map((message) => (
        <ToneAlert key={message} tone="danger">
          {message}
        </ToneAlert>
      ))}
      <Button type="submit" loading={roads.asked.preview.isFetching}>
        {words.ask}
      </Button>
    </form>
  )
}
