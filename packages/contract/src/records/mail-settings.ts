import { z } from 'zod'
import { requiredText } from './basics.ts'

/** `tls` from the first byte (port 465); `starttls`: asked for, and nothing is sent without it (587); `none` (25). */
export const mailSecurities = ['tls', 'starttls', 'none'] as const
const MailSecurity = z.enum(mailSecurities)
const mailPort = z.int('Please enter a port').min(1, 'From 1 to 65535').max(65535, 'From 1 to 65535')

/** How mail leaves the installation. */
export const MailSettings = z.object({
  /** null: no mail server */
  host: z.string().nullable(),
  port: mailPort,
  /** null: as the server of the environment offers it */
  security: MailSecurity.nullable(),
  /** null: signs in as nobody, or not told */
  user: z.string().nullable(),
  has_password: z.boolean(),
  sender: z.string(),
  /** beneath every mail */
  signature: z.string().nullable(),
  /** to whom the audit's last seal of each day is mailed */
  seal_copies: z.array(z.string()),
  /** what variables of the environment set, which the page changes nothing about */
  fixed: z.object({ server: z.boolean(), sender: z.boolean() }),
  /** whether there is a gateway for text messages */
  sms_gateway: z.boolean(),
})
export type MailSettings = z.infer<typeof MailSettings>

const HOST = 'Please enter a name such as mail.example.org'
const SENDER = 'Please enter an address such as Sunline <hello@example.org>'
const COPIES = 'Please enter e-mail addresses with commas between them'
const MOST_SEAL_COPIES = 5
const address = String.raw`[^\s<>@,;:"]+@[^\s<>@,;:"]+`

/** Fields that are left out stay as they are. */
export const MailSettingsInput = z
  .strictObject({
    host: z
      .string()
      .trim()
      .max(253)
      .regex(/^(?:[A-Za-z0-9_](?:[A-Za-z0-9_.-]*[A-Za-z0-9])?|[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*)$/, HOST)
      .nullable(),
    port: mailPort,
    security: MailSecurity,
    user: requiredText('Please enter the user', 200).nullable(),
    /** written, and never shown again */
    password: z.string().min(1, 'Please enter the password').max(1000),
    sender: z
      .string()
      .trim()
      .max(200)
      .regex(new RegExp(`^(?:${address}|[^<>@,;:"\\r\\n]*<${address}>)$`), SENDER)
      .nullable(),
    signature: z.string().trim().max(2000, 'At most 2,000 characters').nullable(),
    seal_copies: z
      .array(
        z
          .string()
          .trim()
          .max(200)
          .regex(new RegExp(`^${address}$`), COPIES),
      )
      .max(MOST_SEAL_COPIES, 'At most 5 addresses'),
  })
  .partial()
export type MailSettingsInput = z.infer<typeof MailSettingsInput>

export const mailOutcomes = [
  'sent',
  'no_server',
  'no_such_host',
  'not_allowed',
  'refused',
  'timeout',
  'certificate',
  'encryption',
  'sign_in',
  'rejected',
  'failed',
] as const
export const MailTest = z.object({
  outcome: z.enum(mailOutcomes),
  /** whose mail it was */
  to: z.string(),
  /** in the mail server's own words, where it took the mail for wrong */
  said: z.string().nullable(),
})
export type MailTest = z.infer<typeof MailTest>

const NUMBER = 'Please enter a phone number'
export const SmsTestInput = z.strictObject({ to: requiredText(NUMBER, 40) })

/** `not_now`: the gateway did not take it, and may take it another time; `unknown`: it did not answer. */
export const smsOutcomes = ['sent', 'no_gateway', 'not_allowed', 'limit', 'not_now', 'unknown', 'refused'] as const
export const SmsTest = z.object({
  outcome: z.enum(smsOutcomes),
  /** as the gateway was given it */
  to: z.string(),
  /** in the gateway's own words, where it did not take it */
  said: z.string().nullable(),
})
export type SmsTest = z.infer<typeof SmsTest>
