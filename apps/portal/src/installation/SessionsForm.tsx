import { SettingsInput, type SignInSettings } from '@ambit/contract'
import { z } from 'zod'
import { NumberField } from '../form/fields.tsx'
import { useSettings } from '../settings/settings.ts'
import { saveSettings } from './queries.ts'
import { SettingsForm } from './SettingsForm.tsx'
import { installationStrings } from './strings.ts'

const words = installationStrings.sessions
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
