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
import { TestSms } from './TestSms.tsx'

const entered = MailSettingsInput.shape
const WHOLE_ROW = 24
const MOST_SIGNATURE = 2000

/** An empty field, or what the call takes. */
const orEmpty = (schema: z.ZodType) =>
  z.string().superRefine((text, context) => {
    const checked = text.trim() === '' ? null : schema.safeParse(text.trim())
    if (checked?.success === false) context.addIssue(checked.error.issues[0]?.message ?? '')
  })

/** With commas between them. */
const addressesIn = (text: string): string[] =>
  text
    .split(',')
    .map((address) => address.trim())
    .filter((address) => address !== '')

const MailForm = z.object({
  host: orEmpty(entered.host),
  port: entered.port.unwrap(),
  /** empty: as the server of the environment offers it */
  security: z.enum([...mailSecurities, '']),
  user: orEmpty(entered.user),
  password: orEmpty(entered.password),
  sender: orEmpty(entered.sender),
  signature: orEmpty(entered.signature),
  seal_copies: z.string().superRefine((text, context) => {
    const checked = entered.seal_copies.safeParse(addressesIn(text))
    if (!checked.success) context.addIssue(checked.error.issues[0]?.message ?? '')
  }),
})
type MailForm = z.infer<typeof MailForm>

const valuesOf = ({ host, port, security, user, sender, signature, seal_copies }: MailSettings): MailForm => ({
  host: host ?? '',
  port,
  security: security ?? '',
  user: user ?? '',
  password: '',
  sender,
  signature: signature ?? '',
  seal_copies: seal_copies.join(', '),
})

const orNone = (text: string): string | null => (text.trim() === '' ? null : text.trim())

const bodyOf = ({ port, security, password, seal_copies, ...texts }: Partial<MailForm>): MailSettingsInput => ({
  ...Object.fromEntries(Object.entries(texts).map(([field, text]) => [field, orNone(text)])),
  ...(port === undefined ? {} : { port }),
  ...(seal_copies === undefined ? {} : { seal_copies: addressesIn(seal_copies) }),
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
          <TestSms gateway={mail.data.sms_gateway} />
          <Codes mail={mail.data} />
        </>
      )}
    </div>
  )
}

/** What is missing where passengers cannot be sent the codes that they sign in with. */
const Codes = ({ mail }: { mail: MailSettings }) => {
  const missing = [...(mail.host === null ? (['email'] as const) : []), ...(mail.sms_gateway ? [] : (['sms'] as const))]
  return (
    <section className={`card ${classes['part']}`} aria-labelledby="settings-codes">
      <h2 id="settings-codes">{words.codes}</h2>
      {missing.length === 0 && <p className={classes['text']}>{words.codesSent}</p>}
      {missing.map((channel) => (
        <p key={channel} className={classes['text']}>
          {words.codesMissing[channel]}
        </p>
      ))}
    </section>
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
      <TextField
        name="seal_copies"
        label={words.seal_copies}
        placeholder={words.copiesExample}
        note={words.sealCopiesNote}
        span={WHOLE_ROW}
      />
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
