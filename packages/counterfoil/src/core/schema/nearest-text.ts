/** Longer texts are not compared: the work grows with the square of the length. */
const MAX_COMPARED_LENGTH = 64;

/** The candidate that a text was most likely meant to be, or null when none comes close; capitals do not count. */
export function findNearestText(text: string, candidates: Iterable<string>): string | null {
  if (text.length > MAX_COMPARED_LENGTH) return null;
  const sought = foldSpelling(text);
  let nearest: string | null = null;
  let least = Math.max(1, Math.floor(sought.length / 3)) + 1;
  for (const candidate of candidates) {
    if (candidate.length > MAX_COMPARED_LENGTH) continue;
    const distance = countEdits(sought, foldSpelling(candidate));
    if (distance < least) [nearest, least] = [candidate, distance];
  }
  return nearest;
}

/** `openDate`, `open_date` and `Open-Date` are one spelling. */
function foldSpelling(text: string): string {
  return text.toLowerCase().replaceAll(/[-_ ]/g, "");
}

/** The Levenshtein distance: how many letters to insert, delete or replace. */
function countEdits(left: string, right: string): number {
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const replaced = at(previous, column - 1) + (left[row - 1] === right[column - 1] ? 0 : 1);
      current.push(Math.min(replaced, at(previous, column) + 1, at(current, column - 1) + 1));
    }
    previous = current;
  }
  return at(previous, right.length);
}

function at(numbers: readonly number[], index: number): number {
  return numbers[index] ?? 0;
}
