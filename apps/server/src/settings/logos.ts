import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Kysely, Transaction } from 'kysely'
import { SaxesParser } from 'saxes'
import { type Logo, MOST_LOGO_BYTES } from '@ambit/contract'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import { invalid, notFound } from '../http/errors.ts'
import type { RateLimit } from '../http/rate-limit.ts'

type MediaType = Logo['media_type']

const refused = (detail: string) => invalid([{ pointer: '/content', title: 'Logo', detail }])

/** Keeps a logo by what it holds. Throws 422 for what is neither a PNG nor an SVG that only draws. */
export const receiveLogo = async (tx: Transaction<DB>, base64: string): Promise<Logo> => {
  const content = Buffer.from(base64, 'base64')
  if (content.length > MOST_LOGO_BYTES) throw refused('The logo may have at most 200 kB')
  const media_type = typeOf(content)
  const digest = createHash('sha256').update(content).digest('hex')
  await tx
    .insertInto('logos')
    .values({ digest, media_type, content })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return { digest, media_type }
}

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

const typeOf = (content: Buffer): MediaType => {
  if (content.subarray(0, PNG.length).equals(PNG)) return 'image/png'
  const trouble = troubleIn(content.toString('utf8'))
  if (trouble !== null) throw refused(trouble)
  return 'image/svg+xml'
}

/** What draws, and nothing that runs, loads or is text of another language. */
const drawing = new Set(
  `svg g defs symbol use title desc metadata path rect circle ellipse line polyline polygon text tspan textPath image
  linearGradient radialGradient stop clipPath mask pattern marker filter style switch view feBlend feColorMatrix
  feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow
  feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology feOffset fePointLight
  feSpecularLighting feSpotLight feTile feTurbulence`.split(/\s+/),
)
const SVG = 'http://www.w3.org/2000/svg'
/** of itself, or a picture that is part of the file */
const INSIDE = /^(?:#|data:image\/(?:png|jpeg|gif|webp);base64,)/
const outsideOf = (style: string): boolean =>
  /@import|expression\s*\(|javascript:|\\/i.test(style) ||
  [...style.matchAll(/url\(\s*(['"]?)([^)]*)\1\s*\)/gi)].some(([, , target = '']) => !INSIDE.test(target.trim()))

/** What is wrong with an SVG; null: nothing. Its elements are those of a drawing, and it refers to nothing but itself. */
const troubleIn = (text: string): string | null => {
  let trouble: string | null = null
  let root = true
  let inStyle = false
  const found = (words: string): void => void (trouble ??= words)
  const parser = new SaxesParser({ xmlns: true })
  parser.on('error', () => found('Please choose an SVG or a PNG'))
  parser.on('doctype', (doctype) => doctype.includes('[') && found('The logo declares entities'))
  parser.on('processinginstruction', () => found('The logo has instructions for programs'))
  parser.on('opentag', ({ uri, local, attributes }) => {
    if (root && (uri !== SVG || local !== 'svg')) found('Please choose an SVG or a PNG')
    root = false
    inStyle = local === 'style'
    // Drawing programs leave elements of their own, which nothing draws.
    if (uri === SVG && !drawing.has(local))
      found(
        local === 'script' ? 'The logo has a script in it' : `The logo has the element ${local}, which does not draw`,
      )
    if (uri === 'http://www.w3.org/1999/xhtml') found('The logo has a page in it')
    for (const { local: name, value } of Object.values(attributes)) {
      if (/^on/i.test(name)) found('The logo has a script in it')
      if ((name === 'href' || name === 'src') && !INSIDE.test(value.trim())) found('The logo refers to another file')
      if (outsideOf(value)) found('The logo refers to another file')
    }
  })
  parser.on('text', (words) => inStyle && outsideOf(words) && found('The logo refers to another file'))
  parser.on('cdata', (words) => inStyle && outsideOf(words) && found('The logo refers to another file'))
  parser.on('closetag', () => void (inStyle = false))
  parser.write(text).close()
  return trouble
}

/** Where the width of a PNG stands in it, before its height; 32 bits each. */
const PNG_WIDTH_AT = 16
const LEAST_ICON_PX = 512

/** A logo as an icon of an app: a drawing of any size, or a PNG with its sides. Undefined: there is none. */
export const iconOf = async (db: Kysely<DB>, digest: string) => {
  const logo = await db
    .selectFrom('logos')
    .select(['media_type', 'content'])
    .where('digest', '=', digest)
    .executeTakeFirst()
  if (logo === undefined) return undefined
  const { media_type, content } = logo
  if (media_type === 'image/svg+xml') return { media_type, sides: null }
  if (content.length < PNG_WIDTH_AT + 8) return { media_type, sides: [0, 0] as const }
  return { media_type, sides: [content.readUInt32BE(PNG_WIDTH_AT), content.readUInt32BE(PNG_WIDTH_AT + 4)] as const }
}

/** Throws 422 for a digest that names no logo, and for a PNG that a phone takes for no icon. */
export const refuseIcon = async (db: Kysely<DB>, digest: string): Promise<void> => {
  const icon = await iconOf(db, digest)
  const no = (detail: string) => invalid([{ pointer: '/logo', title: 'Logo', detail }])
  if (icon === undefined) throw no('There is no such logo')
  if (icon.sides === null) return
  const [width, height] = icon.sides
  if (width !== height || width < LEAST_ICON_PX)
    throw no(`Please choose an SVG, or a square PNG of at least ${LEAST_ICON_PX} px`)
}

export const isLogo = async (db: Kysely<DB>, digest: string): Promise<boolean> =>
  (await db.selectFrom('logos').select('digest').where('digest', '=', digest).executeTakeFirst()) !== undefined

export const logoPath = (digest: string): string => `/logos/${digest}`

/** `/logos/…` for everybody. What a digest names never changes, and as a page of its own it may do nothing. */
export const serveLogos = (app: FastifyInstance, { db }: Pick<Deps, 'db'>, limit: RateLimit): void =>
  void app.get<{ Params: { digest: string } }>(
    logoPath(':digest'),
    { onRequest: async (request: FastifyRequest) => limit.takeAddress(request) },
    async ({ params: { digest } }, reply) => {
      const logo = await db
        .selectFrom('logos')
        .select(['media_type', 'content'])
        .where('digest', '=', digest)
        .executeTakeFirst()
      if (logo === undefined) throw notFound('There is no such logo')
      return reply
        .type(logo.media_type)
        .header('cache-control', 'public, max-age=31536000, immutable')
        .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox")
        .send(logo.content)
    },
  )
