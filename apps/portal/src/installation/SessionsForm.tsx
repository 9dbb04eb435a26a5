import { AccessSettings, SettingsInput, type SignInSettings } from '@ambit/contract'
import { z } from 'zod'
import { NumberField } from '../form/fields.tsx'
import { useSettings } from '../settings/settings.ts'
import { saveSettings } from './queries.ts'
import { SettingsForm } from './SettingsForm.tsx'
import { installationStrings } from './strings.ts'

const words = installationStrings.sessions
const looks = installationStrings.looks
const Sessions = z.object(SettingsInput.shape.signIn.unwrap().required().shape)
type Sessions = z.infer<typeof Sessions>

const valuesOf = ({ session_minutes, idle_minutes, password_length }: SignInSettings): Sessions => ({
  session_minutes,
  idle_minutes,
  password_length,
})

/** How long sessions last, and how long passwords are at least. */
export const SessionsForm = () => (
  <SettingsForm
    alone={false}
    id="settings-sessions"
    title={words.title}
    text={words.text}
    schema={Sessions}
    values={valuesOf(useSettings().signIn)}
    labels={words}
    save={(signIn) => saveSettings({ signIn }, 'signIn')}
  >
    <NumberField name="session_minutes" label={words.session_minutes} min={15} max={720} />
    <NumberField name="idle_minutes" label={words.idle_minutes} min={15} max={720} />
    <NumberField name="password_length" label={words.password_length} min={8} max={15} />
  </SettingsForm>
)

/** From how many looks at passengers on somebody is told of. */
export const LooksForm = () => (
  <SettingsForm
    alone={false}
    id="settings-looks"
    title={looks.title}
    text={looks.text}
    schema={AccessSettings}
    values={useSettings().access}
    labels={looks}
    save={(access) => saveSettings({ access }, 'access')}
  >
    <NumberField name="unusual_looks" label={looks.unusual_looks} min={1} max={1000} />
  </SettingsForm>
)
