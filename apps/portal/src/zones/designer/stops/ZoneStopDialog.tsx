import { api, type ZoneStop } from '@ambit/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Loaded } from '../../../dialogs/Loaded.tsx'
import { zoneRecords } from '../../../records/zones.ts'
import { Link } from '../../../url/link.tsx'
import { z } from 'zod'
import { client } from '../../../api/client.ts'
import { DialogFrame } from '../../../dialogs/DialogFrame.tsx'
import { useDialog } from '../../../dialogs/stack.ts'
import { same } from '../../../form/conflict.ts'
import { EntityForm } from '../../../form/EntityForm.tsx'
import type { FormIntent } from '../../../form/intent.ts'
import { useEntityForm } from '../../../form/use-entity-form.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { designerPath, keptSearch } from '../../navigation.ts'
import type { StopDraft } from '../design/design.ts'
import { useDesign, useDesignSession } from '../design/design-session.ts'
import { fieldLabels } from '../design/strings.ts'
import { applyBulk, bulkValues, newStop, withTouched } from './stop-edits.ts'
import { StopBulkForm, stopFields, StopForm, stopValues } from './stop-form.ts'
import { StopFields } from './StopFields.tsx'
import { stopStrings } from './strings.ts'
import { lookUpStops } from './use-stop-actions.ts'

const words = stopStrings.dialog
/** Nothing is saved by the form itself, so no newer record ever comes back to it. */
const Draft = z.custom<StopDraft>()

/** A stop, a new one, or several. Over the Zone Designer the dialog drafts; elsewhere it shows. */
const ZoneStopDialog = () => {
  const { mode, id } = useDialog()
  const session = useDesignSession()
  if (session === null) return <StopElsewhere id={Number(id)} />
  switch (mode) {
    case 'create':
      return <StopDetails intent={{ mode }} />
    case 'view':
    case 'edit':
      return <OneStop id={id ?? ''} mode={mode} />
    case 'bulkedit':
      return <SeveralStops />
    case 'booking':
      return null
  }
}
export default ZoneStopDialog

const OneStop = ({ id, mode }: { id: string; mode: 'view' | 'edit' }) => {
  const { zone_stops: stops } = useDesign()
  const stop = stops.find((one) => String(one.id) === id)
  if (stop === undefined)
    return (
      <DialogFrame title={words.form}>
        <EmptyState title={words.gone} />
      </DialogFrame>
    )
  return <StopDetails key={mode} intent={{ mode, record: stop }} />
}

type DetailsIntent = Exclude<FormIntent<StopDraft>, { mode: 'bulkedit' }>

const StopDetails = ({ intent }: { intent: DetailsIntent }) => {
  const { close } = useDialog()
  const { zone, edit, select } = useDesign()
  const { steps } = stopStrings
  const entity = useEntityForm({
    intent,
    schema: StopForm,
    record: Draft,
    toValues: (stop) => stopValues(stop, zone.name),
    save: async (values, _version, base) => {
      const known = stopFields(values)
      if (known === null) return
      const built = stopFields(base)
      // The address of a place that was chosen a moment ago may still be on its way.
      const moved = !same(built?.point, known.point)
      const [found] = moved && known.street_address === null ? await lookUpStops([known.point]) : []
      const fields = { ...known, street_address: known.street_address ?? found?.street_address ?? null }
      if (intent.mode === 'create') {
        const stop = newStop(fields)
        edit(steps.create(stop.name), { kind: 'zone_stops', added: [stop] })
        select([stop.id])
      } else {
        const stop = withTouched(intent.record, built ?? {}, fields)
        edit(steps.edit(stop.name), { kind: 'zone_stops', updated: [stop] })
      }
    },
    onSaved: close,
  })
  return (
    <DialogFrame
      title={intent.mode === 'create' ? words.create : intent.record.name}
      switchable={intent.mode !== 'create'}
    >
      <EntityForm entity={entity} label={words.form} labels={fieldLabels}>
        <StopFields {...useGround()} />
      </EntityForm>
    </DialogFrame>
  )
}

const SeveralStops = () => {
  const { zone_stops: stops, selection } = useDesign()
  const chosen = stops.filter(({ id }) => selection.has(id))
  return (
    <DialogFrame title={words.bulk(chosen.length)}>
      {chosen.length === 0 ? <EmptyState title={words.nothingSelected} /> : <BulkForm stops={chosen} />}
    </DialogFrame>
  )
}

/** Each stop becomes a draft of its own, all of them in one step. */
const BulkForm = ({ stops }: { stops: readonly StopDraft[] }) => {
  const { close } = useDialog()
  const { edit } = useDesign()
  // As they were when the dialog opened: other users do not change a form that is being filled in.
  const [values] = useState(() => bulkValues(stops))
  const entity = useEntityForm({
    intent: { mode: 'bulkedit', records: stops },
    schema: StopBulkForm,
    record: Draft,
    toValues: () => values,
    save: (edited) => {
      edit(stopStrings.steps.bulk(stops.length), { kind: 'zone_stops', updated: applyBulk(stops, values, edited) })
      return Promise.resolve()
    },
    onSaved: close,
  })
  return (
    <EntityForm entity={entity} label={words.form} labels={fieldLabels}>
      <StopFields mixedType={values.stopType === 'no_change'} {...useGround()} />
    </EntityForm>
  )
}

/** Where the map of the form looks, and the outline that it shows. */
const useGround = () => {
  const { zone, service_areas: areas } = useDesign()
  const corner = areas[0]?.coordinates[0]?.[0]
  return {
    near: zone.point === null ? (corner ?? ([0, 0] as const)) : ([zone.point.lng, zone.point.lat] as const),
    zones: [{ id: zone.id, name: zone.name, point: null, polygons: areas.map(({ coordinates }) => coordinates) }],
  }
}

/** Opened from another page: the saved stop, and a link to the page that can change it. */
const StopElsewhere = ({ id }: { id: number }) => {
  const stop = useQuery({
    queryKey: zoneRecords.key('stop', id),
    queryFn: ({ signal }) => client.call(api.zoneStops.show, { params: { id }, signal }).then((answer) => answer.data),
  })
  return (
    <Loaded query={stop} title={words.form}>
      {(record) => <SavedStop stop={record} />}
    </Loaded>
  )
}

const SavedStop = ({ stop }: { stop: ZoneStop }) => {
  const entity = useEntityForm({
    intent: { mode: 'view', record: stop },
    schema: StopForm,
    record: Draft,
    toValues: () => stopValues(stop, String(stop.zone_id)),
    save: () => Promise.resolve(),
    onSaved: () => {},
  })
  return (
    <DialogFrame title={stop.name}>
      <EntityForm entity={entity} label={words.form} labels={fieldLabels}>
        <StopFields near={stop.point} zones={[]} />
      </EntityForm>
      <p>
        {words.elsewhere}{' '}
        <Link className="text-link" to={designerPath(stop.zone_id, 'stops')} search={keptSearch}>
          {words.open}
        </Link>
      </p>
    </DialogFrame>
  )
}
