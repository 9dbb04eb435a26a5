import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const Package = z.object({ version: z.string() })

/** The version of this product. */
export const productVersion = (): string =>
  Package.parse(JSON.parse(readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8'))).version
