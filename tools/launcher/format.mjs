import { root, run } from './runtime.mjs'
import { failWith, step } from './screen.mjs'

await step('Formatting', () => run(process.execPath, [`${root}/node_modules/oxfmt/bin/oxfmt`, '.'])).catch(failWith)
