import { CHALLENGE_MINUTES } from '#contract/challenge-lifetime';
import type { Challenge } from '#contract/proof-of-work';
import { findNumber, type Search } from '#web/patient-pages/find-number.ts';
import type { Refusal } from '#web/patient-pages/requests.ts';

/** Leaves the rest of the time to the request. The clock of the browser may be wrong, so only its differences count. */
const USABLE_MS = (CHALLENGE_MINUTES - 2) * 60_000;
/** Without a worker the page answers to the person between two slices, a few milliseconds each. */
const SLICE = 500;

type SendSolved = <Reply>(request: (altcha: string) => Promise<Reply>) => Promise<Reply>;

/**
 * Solves a challenge while the person fills in a form. The returned function sends a request with the solution, as its
 * field `altcha`. A solution works once, so each request has its own; a refused one is sent again with another.
 */
export function solveInBackground(fetchChallenge: () => Promise<Challenge>): SendSolved {
  let prepared: Promise<string> | undefined;
  let preparedAt = 0;

  const solveNew = async (): Promise<string> => solve(await fetchChallenge());
  function prepare(): void {
    preparedAt = Date.now();
    prepared = solveNew();
    // A failure is no matter until a request needs the solution.
    prepared.catch(() => undefined);
  }
  async function takeSolution(): Promise<string> {
    const isUsable = Math.abs(Date.now() - preparedAt) < USABLE_MS;
    const solution = isUsable ? prepared : undefined;
    prepared = undefined;
    return (await solution?.catch(() => undefined)) ?? solveNew();
  }

  prepare();
  return async (request) => {
    try {
      return await request(await takeSolution());
    } catch (error) {
      if ((error as Refusal).code !== 'PROOF_OF_WORK_INVALID') throw error;
      return request(await solveNew());
    }
  };
}

/** The JSON of a challenge and its number, in base64. */
async function solve({ algorithm, challenge, maxnumber, salt, signature }: Challenge): Promise<string> {
  const search = { challenge, salt, from: 0, to: maxnumber };
  const number = await findInWorker(search).catch(() => findInSlices(search));
  return btoa(JSON.stringify({ algorithm, challenge, number, salt, signature }));
}

const findInWorker = (search: Search): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    // Throws in a browser without workers.
    const worker = new Worker(new URL('./proof-of-work-worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<number | undefined>) => {
      worker.terminate();
      resolve(data);
    };
    worker.onerror = () => {
      worker.terminate();
      reject(new Error('The worker did not start'));
    };
    worker.postMessage(search);
  });

async function findInSlices(search: Search): Promise<number | undefined> {
  for (let from = search.from; from <= search.to; from += SLICE) {
    const number = findNumber({ ...search, from, to: Math.min(from + SLICE - 1, search.to) });
    if (number !== undefined) return number;
    await new Promise((resolve) => setTimeout(resolve));
  }
  return undefined;
}
