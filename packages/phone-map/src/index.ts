export { PhoneMap } from './PhoneMap.tsx'
