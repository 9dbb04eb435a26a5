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

export default defineConfig({
  base: '/Ride/',
  plugins: [react(), leanContract(), listFiles()],
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
