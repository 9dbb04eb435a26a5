import { mailSecurities, type MailSettings, MailSettingsInput } from '@ambit/contract'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { NumberField, SelectField, TextAreaField, TextField, ViewField } from '../form/fields.tsx'
import { useEntityFormContext } from '../form/form-context.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import classes from './installation.module.css'
import { mailStrings as words } from './mail-strings.ts'
import { mailQuery, saveMail } from './queries.ts'
import { SettingsForm } from './SettingsForm.tsx'
import { setBy, settingsStrings } from './settings-strings.ts'
import { TestMail } from './TestMail.tsx'

const entered = MailSettingsInput.shape
const WHOLE_ROW = 24
const MOST_SIGNATURE = 2000

/** An empty field, or what the call takes. */
const orEmpty = (schema: z.ZodType) =>
  z.string().superRefine((text, context) => {
    const checked = text.trim() === '' ? null : schema.safeParse(text.trim())
    if (checked?.success === false) context.addIssue(checked.error.issues[0]?.message ?? '')
  })

const MailForm = z.object({
  host: orEmpty(entered.host),
  port: entered.port.unwrap(),
  /** empty: as the server of the environment offers it */
  security: z.enum([...mailSecurities, '']),
  user: orEmpty(entered.user),
  password: orEmpty(entered.password),
  sender: orEmpty(entered.sender),
  signature: orEmpty(entered.signature),
})
type MailForm = z.infer<typeof MailForm>

const valuesOf = ({ host, port, security, user, sender, signature }: MailSettings): MailForm => ({
  host: host ?? '',
  port,
  security: security ?? '',
  user: user ?? '',
  password: '',
  sender,
  signature: signature ?? '',
})

const orNone = (text: string): string | null => (text.trim() === '' ? null : text.trim())

const bodyOf = ({ port, security, password, ...texts }: Partial<MailForm>): MailSettingsInput => ({
  ...Object.fromEntries(Object.entries(texts).map(([field, text]) => [field, orNone(text)])),
  ...(port === undefined ? {} : { port }),
  ...(security === undefined || security === '' ? {} : { security }),
  ...(password === undefined || password === '' ? {} : { password }),
})

/** How mail leaves the installation. */
export const MailTab = () => {
  const mail = useQuery(mailQuery)
  return (
    <div className={classes['parts']}>
      {mail.isPending && <Skeleton h={320} role="status" aria-label={settingsStrings.loading} />}
      {mail.isError && mail.data === undefined && <ErrorState error={mail.error} onRetry={() => void mail.refetch()} />}
      {mail.data !== undefined && (
        <>
          <Mail mail={mail.data} />
          <TestMail />
          <section className={`card ${classes['part']}`} aria-labelledby="settings-messages">
            <h2 id="settings-messages">{words.messages}</h2>
            <p className={classes['text']}>{words.noMessages}</p>
          </section>
        </>
      )}
    </div>
  )
}

const securities = mailSecurities.map((value) => ({ value, label: words.securities[value] }))

const Mail = ({ mail }: { mail: MailSettings }) => {
  const server = mail.fixed.server ? { disabled: true, note: setBy('SMTP_URL') } : {}
  const sender = mail.fixed.sender ? { disabled: true, note: setBy('AMBIT_MAIL_FROM') } : {}
  return (
    <SettingsForm
      id="settings-mail"
      title={words.title}
      text={words.text}
      schema={MailForm}
      values={valuesOf(mail)}
      labels={words}
      save={(changed) => saveMail(bodyOf(changed))}
    >
      <TextField name="host" label={words.host} placeholder={words.hostExample} {...server} />
      <NumberField name="port" label={words.port} min={1} max={65535} plain {...server} />
      <SelectField name="security" label={words.security} options={securities} {...server} />
      <TextField name="user" label={words.user} {...server} />
      <PasswordField kept={mail.has_password} {...server} />
      <TextField name="sender" label={words.sender} placeholder={words.senderExample} {...sender} />
      <TextAreaField name="signature" label={words.signature} span={WHOLE_ROW} maxLength={MOST_SIGNATURE} />
    </SettingsForm>
  )
}

/** Written, and never shown: a server that has one keeps it unless another one is entered. */
const PasswordField = ({ kept, ...fixed }: { kept: boolean; disabled?: boolean; note?: string }) => {
  const { mode } = useEntityFormContext()
  if (mode === 'view') return <ViewField label={words.password}>{kept ? words.passwordSet : ''}</ViewField>
  return (
    <TextField
      name="password"
      label={words.password}
      type="password"
      autoComplete="new-password"
      {...(kept ? { placeholder: words.passwordKept } : {})}
      {...fixed}
    />
  )
}
