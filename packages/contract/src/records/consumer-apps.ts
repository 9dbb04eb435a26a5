import { z } from 'zod'
import { Id } from '../endpoint.ts'
import { optionalText, requiredText, stamps } from './basics.ts'
import { messageLanguages } from './messages.ts'
import { LogoDigest } from './settings.ts'

export const signUps = ['open', 'approval', 'closed'] as const
export type SignUp = (typeof signUps)[number]

const hostName = z
  .string()
  .trim()
  .toLowerCase()
  .max(253, 'Please enter at most 253 characters')
  .regex(
    /^[a-z\d]([a-z\d-]*[a-z\d])?(\.[a-z\d]([a-z\d-]*[a-z\d])?)*$/,
    'Please enter host names such as ride.example.org',
  )

export const ConsumerAppInput = z.object({
  name: requiredText('Please enter a name', 80),
  /** of `?app=` */
  slug: z
    .string('Please enter a short name')
    .trim()
    .regex(/^[a-z\d-]{2,40}$/, 'Please enter 2 to 40 small letters, digits and hyphens'),
  brand_name: optionalText(80).nullish(),
  brand_color: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^#[\da-f]{6}$/, 'Please enter a color such as #0a7e7e')
    .nullish(),
  /** a square one that was handed over: the app's icon on phones */
  logo: LogoDigest.nullish(),
  /** that the app is opened by; none: by its short name alone */
  host_names: z.array(hostName).max(10, 'Please enter at most 10 host names').default([]),
  /** `approval`: new passengers book once staff have made them active; `closed`: there are no new ones */
  sign_up: z.enum(signUps).default('open'),
  locales: z
    .array(z.enum(messageLanguages))
    .min(1, 'Please select a language')
    .default([...messageLanguages]),
  /** whom a passenger calls who is in no region yet */
  phone_number: optionalText(40).nullish(),
  /** taken where neither the host nor the address names another; one app is */
  default: z.boolean().default(false),
})

/** An app or site that passengers book with. */
export const ConsumerApp = z.object({
  id: Id,
  name: z.string(),
  slug: z.string(),
  brand_name: z.string().nullable(),
  /** `#rrggbb`; null: the product's own */
  brand_color: z.string().nullable(),
  /** its digest, in `/logos/{digest}`; null: the product's own icons */
  logo: z.string().nullable(),
  host_names: z.array(z.string()),
  sign_up: z.enum(signUps),
  locales: z.array(z.enum(messageLanguages)),
  phone_number: z.string().nullable(),
  default: z.boolean(),
  ...stamps,
})
export type ConsumerApp = z.infer<typeof ConsumerApp>
