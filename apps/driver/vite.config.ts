import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The address of a running server, for `vite` in development. */
const server = process.env['AMBIT_SERVER'] ?? 'http://localhost:8080'

export default defineConfig({
  base: '/Drive/',
  plugins: [
    react(),
    {
      // What endpoints are for is told by the API's documentation; here it would come with the first page.
      name: 'endpoint-summaries',
      apply: 'build',
      transform: (code, id) =>
        id.includes('/contract/src/endpoints/') ? code.replace(/^(\s+summary: )(['"]).*\2,$/gm, "$1'',") : undefined,
    },
  ],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { port: 5174, proxy: Object.fromEntries(['/api', '/geo', '/tiles', '/logos'].map((path) => [path, server])) },
})
