import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { leanContract } from '@ambit/contract/lean'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const changelog = fileURLToPath(new URL('../../CHANGELOG.md', import.meta.url))
const CHANGELOG_MODULE = 'virtual:changelog'

const read = (file: string): string => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** The address of a running server, for `vite` in development. */
const server = process.env['AMBIT_SERVER'] ?? 'http://localhost:8080'

export default defineConfig({
  plugins: [
    react(),
    {
      name: 'changelog',
      resolveId: (id) => (id === CHANGELOG_MODULE ? `\0${CHANGELOG_MODULE}` : undefined),
      load: (id) => (id === `\0${CHANGELOG_MODULE}` ? `export default ${JSON.stringify(read(changelog))}` : undefined),
    },
    leanContract(),
  ],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    // WebGL maps are large by nature and load with the map pages alone.
    chunkSizeWarningLimit: 1200,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // What most pages and dialogs need comes in one file, not each icon and button by itself; maps stay apart.
        codeSplitting: {
          groups: [
            { name: 'common', minShareCount: 101, test: (id) => !/maplibre|src\/map\//.test(id) },
            { name: 'icons', test: /icons-react/ },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    proxy: Object.fromEntries(
      ['/api', '/geo', '/tiles', '/logos', '/healthz', '/readyz', '/version.json'].map((path) => [path, server]),
    ),
  },
})
