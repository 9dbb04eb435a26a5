import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { leanContract } from '@ambit/contract/lean'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** The address of a running server, for `vite` in development. */
const server = process.env['AMBIT_SERVER'] ?? 'http://localhost:8080'

const WORKER = 'worker.js'
const icons = readdirSync(join(import.meta.dirname, 'public/icons')).map((file) => `icons/${file}`)

const isMap = ({ facadeModuleId }: { facadeModuleId?: string | null }): boolean =>
  facadeModuleId?.includes('phone-map') === true

/** Writes into the service worker what the app is made of; hashed names change with what the files hold. */
const listFiles = (): Plugin => ({
  name: 'files-of-the-worker',
  apply: 'build',
  enforce: 'post',
  generateBundle: (_, bundle) => {
    const worker = bundle[WORKER]
    if (worker?.type !== 'chunk') throw new Error('The build has no service worker')
    // The map is fetched when it is shown, and is not needed without a signal.
    const isLater = (file: string): boolean => {
      const part = bundle[file]
      return part?.type === 'chunk' && isMap(part)
    }
    const made = Object.keys(bundle).filter((file) => file !== WORKER && file !== 'index.html' && !isLater(file))
    const files = ['/Ride', ...[...made, ...icons].map((file) => `/Ride/${file}`)]
    const version = createHash('sha256').update(worker.code).update(files.join()).digest('hex').slice(0, 12)
    worker.code = worker.code.replace('__RIDE_FILES__', JSON.stringify(files)).replace('__RIDE_VERSION__', version)
  },
})

/** Has the page name what `main.ts` loads, so that the browser fetches all of it at once. */
const nameStart = (): Plugin => ({
  name: 'name-the-start',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_, { bundle = {} }) => {
      const parts = Object.values(bundle).filter((part) => part.type === 'chunk')
      const begin = parts.find(({ facadeModuleId }) => facadeModuleId?.endsWith('/src/start.tsx') === true)
      if (begin === undefined) throw new Error('The build has no start')
      const needed = [begin, ...parts.filter(({ fileName, isEntry }) => !isEntry && begin.imports.includes(fileName))]
      const styles = needed.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])
      const link = (rel: string, file: string) => ({
        tag: 'link',
        attrs: { rel, crossorigin: true, href: `/Ride/${file}` },
        injectTo: 'head' as const,
      })
      return [
        ...needed.map(({ fileName }) => link('modulepreload', fileName)),
        ...styles.map((file) => link('stylesheet', file)),
      ]
    },
  },
})

export default defineConfig({
  base: '/Ride/',
  plugins: [react(), leanContract(), nameStart(), listFiles()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: 'index.html', worker: 'src/worker/worker.ts' },
      // The worker is looked for at one address, and runs by itself.
      output: {
        entryFileNames: ({ name }) => (name === 'worker' ? WORKER : 'assets/[name]-[hash].js'),
        chunkFileNames: (part) => `assets/${isMap(part) ? 'map' : '[name]'}-[hash].js`,
      },
    },
  },
  server: { port: 5175, proxy: Object.fromEntries(['/api', '/geo', '/tiles', '/logos'].map((path) => [path, server])) },
})
