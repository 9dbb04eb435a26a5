import { startServer } from './server.ts'

/** Both servers live as long as the run: a story that fails does not make the town anew for the next one. */
const startServers = async (): Promise<() => Promise<void>> => {
  const [demo, bare] = await Promise.all([startServer({ empty: false }), startServer({ empty: true })])
  process.env['AMBIT_E2E_SERVERS'] = JSON.stringify({
    demo: { url: demo.url, signIns: demo.signIns },
    bare: { url: bare.url, signIns: [] },
  })
  return async () => {
    await Promise.all([demo.remove(), bare.remove()])
  }
}
export default startServers
