import { AccessSettings } from '@ambit/contract'
import { NumberField } from '../form/fields.tsx'
import { useSettings } from '../settings/settings.ts'
import { saveSettings } from './queries.ts'
import { SettingsForm } from './SettingsForm.tsx'
import { installationStrings } from './strings.ts'

const words = installationStrings.looks

/** From how many looks at passengers on somebody is told of. */
export const LooksForm = () => (
  <SettingsForm
    alone={false}
    id="settings-looks"
    title={words.title}
    text={words.text}
    schema={AccessSettings}
    values={useSettings().access}
    labels={words}
    save={(access) => saveSettings({ access }, 'access')}
  >
    <NumberField name="unusual_looks" label={words.unusual_looks} min={1} max={1000} />
  </SettingsForm>
)
