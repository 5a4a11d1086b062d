/** Returns a card's input without its display hash; an answer that lets something out must have one. */
export function stripDisplayHash(input: unknown): unknown {
  if (typeof input !== 'object' || input === null || !('answer' in input)) return input
  const { answer } = input
  if (typeof answer !== 'object' || answer === null || !('shown' in answer)) return input
  const { shown: _, ...rest } = answer
  return { ...input, answer: rest }
}
