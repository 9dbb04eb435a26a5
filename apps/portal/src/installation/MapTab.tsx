import { type Settings, Settings as Schema, SettingsInput } from '@ambit/contract'
import { useController } from 'react-hook-form'
import { z } from 'zod'
import { NumberField, TextField, ViewField } from '../form/fields.tsx'
import { useEntityFormContext } from '../form/form-context.ts'
import { PointSelector, type SelectedPoint } from '../map/PointSelector.tsx'
import { useFormat } from '../settings/format.ts'
import { useSettings } from '../settings/settings.ts'
import classes from './installation.module.css'
import { saveSettings } from './queries.ts'
import { SettingsForm } from './SettingsForm.tsx'
import { settingsStrings } from './settings-strings.ts'

const words = settingsStrings.map
const entered = SettingsInput.shape.app.unwrap().shape
const address = (schema: z.ZodType) =>
  z.string().refine((text) => text.trim() === '' || schema.safeParse(text.trim()).success, 'Please enter a web address')

const MapForm = z.object({
  mapZoom: entered.mapZoom.unwrap(),
  outsideMapUrl: z
    .string()
    .refine(
      (text) => text.trim() === '' || entered.outsideMapUrl.safeParse(text.trim()).success,
      'Please enter a web address with {lat} and {lng} in it',
    ),
  trackingPortalUrl: address(entered.trackingPortalUrl),
  mapCenter: Schema.shape.app.shape.mapCenter,
})
type MapForm = z.infer<typeof MapForm>

const valuesOf = ({ mapCenter, mapZoom, outsideMapUrl, trackingPortalUrl }: Settings['app']): MapForm => ({
  mapZoom,
  outsideMapUrl: outsideMapUrl ?? '',
  trackingPortalUrl: trackingPortalUrl ?? '',
  mapCenter,
})

const orNone = (text: string): string | null => (text.trim() === '' ? null : text.trim())

const bodyOf = ({ outsideMapUrl, trackingPortalUrl, ...app }: Partial<MapForm>): SettingsInput => ({
  app: {
    ...app,
    ...(outsideMapUrl === undefined ? {} : { outsideMapUrl: orNone(outsideMapUrl) }),
    ...(trackingPortalUrl === undefined ? {} : { trackingPortalUrl: orNone(trackingPortalUrl) }),
  },
})

/** Where maps begin, and the streets beneath them. */
export const MapTab = () => (
  <div className={classes['parts']}>
    <SettingsForm
      id="settings-map"
      title={words.title}
      text={words.text}
      schema={MapForm}
      values={valuesOf(useSettings().app)}
      labels={{ ...words, mapCenter: words.center }}
      save={(changed) => saveSettings(bodyOf(changed), 'app')}
    >
      <NumberField name="mapZoom" label={words.mapZoom} min={2} max={19} step={0.5} digits={1} />
      <TextField name="trackingPortalUrl" label={words.trackingPortalUrl} />
      <TextField name="outsideMapUrl" label={words.outsideMapUrl} placeholder={words.outsideExample} span={24} />
      <CentreField />
    </SettingsForm>
    <StreetData />
  </div>
)

const CentreField = () => {
  const { field, fieldState } = useController({ name: 'mapCenter' })
  const { mode } = useEntityFormContext()
  const { lat, lng } = field.value as MapForm['mapCenter'] // the form's schema
  const value: SelectedPoint = { point: [lng, lat], formatted_address: null }
  const selector = (
    <PointSelector
      label={words.center}
      near={[lng, lat]}
      value={value}
      error={fieldState.error?.message}
      {...(mode === 'view'
        ? {}
        : {
            // Without a point the centre stays where it was.
            onChange: (chosen: SelectedPoint | null) =>
              chosen !== null && field.onChange({ lng: chosen.point[0], lat: chosen.point[1] }),
          })}
    />
  )
  return mode === 'view' ? (
    <ViewField label={words.center} span={24}>
      {selector}
    </ViewField>
  ) : (
    <div className={classes['whole']}>{selector}</div>
  )
}

const StreetData = () => {
  const { streets } = useSettings()
  const format = useFormat()
  return (
    <section className={`card ${classes['part']}`} aria-labelledby="settings-streets">
      <h2 id="settings-streets">{words.streets}</h2>
      {streets.available ? (
        <>
          <dl className={classes['facts']}>
            <div>
              <dt>{words.name}</dt>
              <dd>{streets.demo ? words.demo : streets.name}</dd>
            </div>
            <div>
              <dt>{words.extent}</dt>
              <dd className="numbers">{streets.bbox?.map((degrees) => format.number(degrees, 4)).join(', ')}</dd>
            </div>
            {streets.made_at !== null && (
              <div>
                <dt>{words.made}</dt>
                <dd>{format.dateTime(streets.made_at)}</dd>
              </div>
            )}
          </dl>
          <p className={classes['text']}>{words.again}</p>
        </>
      ) : (
        <p className={classes['text']}>{words.noStreets}</p>
      )}
    </section>
  )
}
