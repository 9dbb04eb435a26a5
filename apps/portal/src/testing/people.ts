export { enrol } from '@ambit/server/testing'
