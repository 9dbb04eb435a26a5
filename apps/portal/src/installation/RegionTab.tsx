import { clockHours, distanceUnits, firstDays, paperSizes, type Settings, SettingsInput } from '@ambit/contract'
import { z } from 'zod'
import { SelectField, TextField, ViewField } from '../form/fields.tsx'
import { useSettings } from '../settings/settings.ts'
import { ConfirmField } from './ConfirmField.tsx'
import classes from './installation.module.css'
import { saveSettings } from './queries.ts'
import { SettingsForm } from './SettingsForm.tsx'
import { settingsStrings } from './settings-strings.ts'

const words = settingsStrings.region
const entered = SettingsInput.shape.app.unwrap().shape

const RegionForm = z.object({
  locale: entered.locale.unwrap(),
  currency: entered.currency.unwrap(),
  confirm_currency: z.boolean(),
  distances: z.enum(distanceUnits),
  clockHours: z.enum(clockHours),
  firstDay: z.enum(firstDays),
  phonePrefix: entered.phonePrefix.unwrap(),
  paper: z.enum(paperSizes),
})
type RegionForm = z.infer<typeof RegionForm>

const valuesOf = (app: Settings['app']): RegionForm => ({
  locale: app.locale,
  currency: app.currency,
  confirm_currency: false,
  distances: app.distances,
  clockHours: app.clockHours,
  firstDay: app.firstDay,
  phonePrefix: app.phonePrefix,
  paper: app.paper,
})

const named = <T extends string>(values: readonly T[], names: Readonly<Record<T, string>>) =>
  values.map((value) => ({ value, label: names[value] }))

const currencyNames = new Intl.DisplayNames('en', { type: 'currency' })
const currencies = Intl.supportedValuesOf('currency').map((value) => ({
  value,
  label: `${value}, ${currencyNames.of(value) ?? value}`,
}))
const papers = paperSizes.map((value) => ({ value, label: value }))

/** How figures, times and days are written. */
export const RegionTab = () => (
  <SettingsForm
    id="settings-region"
    title={words.title}
    text={words.text}
    schema={RegionForm}
    values={valuesOf(useSettings().app)}
    labels={words}
    save={({ confirm_currency, ...app }) =>
      saveSettings({ app, ...(confirm_currency === true ? { confirm_currency } : {}) }, 'app')
    }
  >
    <TextField name="locale" label={words.locale} placeholder={words.localeExample} />
    <dl className={classes['given']}>
      <ViewField label={words.languages}>{words.onlyEnglish}</ViewField>
    </dl>
    <SelectField name="currency" label={words.currency} options={currencies} searchable openOnFocus={false} />
    <SelectField name="distances" label={words.distances} options={named(distanceUnits, words.units)} />
    <SelectField name="clockHours" label={words.clockHours} options={named(clockHours, words.hours)} />
    <SelectField name="firstDay" label={words.firstDay} options={named(firstDays, words.days)} />
    <TextField name="phonePrefix" label={words.phonePrefix} />
    <SelectField name="paper" label={words.paper} options={papers} />
    <ConfirmField name="confirm_currency" label={words.confirm_currency} />
  </SettingsForm>
)
