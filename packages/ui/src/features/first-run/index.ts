export { FirstRunCards } from './first-run-cards.tsx'
