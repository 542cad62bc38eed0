/** Tells the person at the terminal what is happening now. */
export function say(line) {
  console.log(`• ${line}`);
}

const diskTroubles = [
  {
    said: /ENOSPC|EDQUOT|no space left on device|disk quota exceeded/i,
    advice: "The disk is full: make room on it, then run the same command again.",
  },
  {
    said: /EROFS|read-only file system/i,
    advice: "This folder is on a read-only disk: copy it to a disk that can be written.",
  },
  {
    said: /EACCES|permission denied/i,
    advice: "This user may not write here: run the command as the user that owns this folder.",
  },
];

/** Ends the program with the error and what to do about it. */
export function giveUp(...lines) {
  const reason = lines.join("\n");
  const trouble = diskTroubles.find(({ said }) => said.test(reason));
  console.error(`\n${trouble ? `${trouble.advice}\n(${reason})` : reason}`);
  process.exit(1);
}

/** Seconds since a moment of `performance.now()`, as a person reads them. */
export function since(moment) {
  return `${((performance.now() - moment) / 1000).toFixed(1)} s`;
}
