import { api, type Settings, Settings as Schema, SettingsInput } from '@ambit/contract'
import { z } from 'zod'
import { client } from '../api/client.ts'
import { TextField } from '../form/fields.tsx'
import { LogoField } from '../form/LogoField.tsx'
import { useSettings } from '../settings/settings.ts'
import { BrandPreview } from './BrandPreview.tsx'
import { ColourField } from './ColourField.tsx'
import classes from './installation.module.css'
import { saveSettings } from './queries.ts'
import { SettingsForm } from './SettingsForm.tsx'
import { settingsStrings } from './settings-strings.ts'

const words = settingsStrings.brand
const entered = SettingsInput.shape.app.unwrap().shape
const shown = Schema.shape.app.shape

const BrandForm = z.object({
  appName: entered.appName.unwrap(),
  brandName: entered.brandName.unwrap(),
  brandColor: shown.brandColor,
  logoLight: shown.logoLight,
  logoDark: shown.logoDark,
})
type BrandForm = z.infer<typeof BrandForm>

const valuesOf = ({ appName, brandName, brandColor, logoLight, logoDark }: Settings['app']): BrandForm => ({
  appName,
  brandName,
  brandColor,
  logoLight,
  logoDark,
})

const addLogo = async (content: string): Promise<string> =>
  (await client.call(api.settings.addLogo, { body: { content } })).data.digest

/** Whose portal it is. */
export const BrandTab = () => (
  <SettingsForm
    id="settings-brand"
    title={words.title}
    text={words.text}
    schema={BrandForm}
    values={valuesOf(useSettings().app)}
    labels={words}
    save={(app) => saveSettings({ app }, 'app')}
    aside={<BrandPreview />}
  >
    <TextField name="appName" label={words.appName} span={24} checked="change" />
    <TextField name="brandName" label={words.brandName} span={24} checked="change" />
    <ColourField name="brandColor" />
    <LogoField name="logoLight" label={words.logoLight} send={addLogo} />
    <LogoField name="logoDark" label={words.logoDark} dark send={addLogo} />
    <p className={classes['hint']}>{words.logoText}</p>
  </SettingsForm>
)
