// `npm run bench NAME -- …`: runs tools/bench/NAME.ts; without a name, lists what there is.
import { spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, 'bench')
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.replace(/\.ts$/, ''))
const [name, ...rest] = process.argv.slice(2)
if (name === undefined || !existsSync(join(folder, `${name}.ts`))) {
  process.stderr.write(`npm run bench NAME [-- options] [--json FILE]\nThere are: ${names.join(', ')}\n`)
  process.exit(name === undefined ? 0 : 1)
}
spawn(process.execPath, [join(folder, `${name}.ts`), ...rest.filter((argument) => argument !== '--')], {
  stdio: 'inherit',
}).on('close', (code) => process.exit(code ?? 1))
