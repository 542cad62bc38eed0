/** A picture as it will be sent, and a preview of it. */
export interface FittedPicture {
  readonly file: File;
  readonly width: number;
  readonly height: number;
  /** The policy allows only pictures from this server and data URLs like this one. */
  readonly address: string;
}

/** Twice the largest size a logo is shown at. */
const MAX_PIXELS = 512;
const MAX_BYTES = 204_800;

/** Returns the picture unchanged if it fits, else scaled down; null if it is not a picture. */
export async function fitPicture(file: File): Promise<FittedPicture | null> {
  try {
    const drawn = await createImageBitmap(file);
    const scale = Math.min(1, MAX_PIXELS / Math.max(drawn.width, drawn.height));
    const isKnown = file.type === "image/png" || file.type === "image/jpeg";
    const fits = isKnown && scale === 1 && file.size <= MAX_BYTES;
    const [width, height] = [Math.round(drawn.width * scale), Math.round(drawn.height * scale)];
    const sent = fits ? file : await redrawn(drawn, file.name, width, height);
    return { file: sent, width, height, address: await addressOf(sent) };
  } catch {
    return null;
  }
}

async function redrawn(drawn: ImageBitmap, name: string, width: number, height: number) {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  canvas.getContext("2d")?.drawImage(drawn, 0, 0, width, height);
  const plain = name.replace(/\.\w+$/, "");
  const png = await asFile(canvas, "image/png", `${plain}.png`);
  // A photograph is far smaller as a JPEG, and has no transparent parts to lose.
  return png.size <= MAX_BYTES ? png : asFile(canvas, "image/jpeg", `${plain}.jpg`);
}

function asFile(canvas: HTMLCanvasElement, type: string, name: string): Promise<File> {
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) =>
        blob ? resolve(new File([blob], name, { type })) : reject(new Error("no picture")),
      type,
      0.9,
    );
  });
}

function addressOf(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(reader.result as string));
    reader.addEventListener("error", () => reject(new Error("unread")));
    reader.readAsDataURL(file);
  });
}
