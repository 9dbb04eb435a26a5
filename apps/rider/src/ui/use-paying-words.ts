import { payingTexts } from '../texts/paying.ts'
import { useRide } from './ride.tsx'

export const usePayingWords = () => payingTexts[useRide().language]
