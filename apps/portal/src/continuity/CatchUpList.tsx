import { api, type Outage, type TripToCatchUp } from '@ambit/contract'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconClipboardCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { announceFailure } from '../api/announce-failure.ts'
import { client } from '../api/client.ts'
import { useCan } from '../auth/permissions.ts'
import { useOpenDialog } from '../dialogs/stack.ts'
import { useFormat } from '../settings/format.ts'
import type { Column } from '../table/column.ts'
import { DataTable } from '../table/DataTable.tsx'
import { ConfirmDialog } from '../table/RowActions.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { ToneAlert } from '../ui/ToneAlert.tsx'
import classes from './continuity.module.css'
import { continuityChanged, toCatchUpQuery } from './queries.ts'
import { continuityStrings } from './strings.ts'

const words = continuityStrings.catchUp

/** Trips that the server knows too little of, each a way into what was written on paper. */
export const CatchUpList = ({ region }: { region: number | null }) => {
  const can = useCan()
  const open = useOpenDialog()
  const query = useQuery(toCatchUpQuery)
  const mayEnter = can('Settings:continuity:canUpdate')
  const inRegion = (one: { region_id: number }): boolean => region === null || one.region_id === region
  const trips = query.data?.data.filter(inRegion) ?? []
  const enter = (trip: TripToCatchUp): void => open('CatchUpDialog', 'edit', trip.id)
  return (
    <section className={`card ${classes['list']}`} aria-labelledby="continuity-catch-up">
      <h2 id="continuity-catch-up" className={classes['heading']}>
        {words.title}
      </h2>
      <p className={classes['note']}>{words.explained}</p>
      {query.data?.meta.outages.filter(inRegion).map((outage) => (
        <OutageNote key={`${outage.region_id} ${outage.from_at}`} outage={outage} maySettle={mayEnter} />
      ))}
      {query.isError && query.data === undefined ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <DataTable
          name="catch-up"
          label={words.title}
          columns={columns}
          rows={trips}
          nameOf={nameOf}
          sort={null}
          onSort={() => {}}
          pending={query.isPending}
          fetching={false}
          {...(mayEnter ? { onOpen: enter } : {})}
          empty={<EmptyState icon={IconClipboardCheck} title={words.none} reason={words.noneReason} />}
        />
      )}
    </section>
  )
}

const nameOf = ({ vehicle_number, name }: TripToCatchUp): string => vehicle_number ?? name

const Times = ({ trip }: { trip: TripToCatchUp }) => {
  const format = useFormat(trip.time_zone)
  return `${format.dateTime(trip.start_datetime)} – ${format.time(trip.end_datetime)}`
}

const columns: Column<TripToCatchUp>[] = [
  { id: 'trip', header: words.trip, width: 150, primary: true, value: nameOf },
  { id: 'driver', header: words.driver, width: 180, value: ({ driver_name }) => driver_name },
  { id: 'zone', header: words.zone, width: 150, value: ({ zone_name }) => zone_name },
  {
    id: 'time',
    header: words.time,
    width: 230,
    value: ({ start_datetime }) => start_datetime,
    cell: (trip) => <Times trip={trip} />,
  },
  { id: 'stops', header: words.stops, width: 80, type: 'number', value: ({ stops_open }) => stops_open },
  {
    id: 'bookings',
    header: continuityStrings.bookings,
    width: 100,
    type: 'number',
    value: ({ bookings_open }) => bookings_open,
  },
]

const OutageNote = ({ outage, maySettle }: { outage: Outage; maySettle: boolean }) => {
  const [asked, setAsked] = useState(false)
  const format = useFormat(outage.time_zone)
  const settle = async (): Promise<void> => {
    try {
      await client.call(api.continuityPacks.settle, { body: { region_id: outage.region_id } })
    } catch (error) {
      announceFailure(error, words.settleFailed)
    }
    setAsked(false)
    continuityChanged()
  }
  return (
    <div className={classes['outage']}>
      <ToneAlert
        tone="warning"
        title={words.away(outage.region_name, format.dateTime(outage.from_at), format.dateTime(outage.until_at))}
      >
        <p className={classes['line']}>{words.waits}</p>
        {maySettle && (
          <Button size="compact-sm" variant="default" mt={8} onClick={() => setAsked(true)}>
            {words.settle}
          </Button>
        )}
      </ToneAlert>
      <ConfirmDialog
        question={asked ? words.settleQuestion : null}
        danger={false}
        onCancel={() => setAsked(false)}
        onConfirm={() => settle()}
      />
    </div>
  )
}
