// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.eclipse;

import java.util.HashMap;
import java.util.Map;
import org.eclipse.core.runtime.FileLocator;
import org.eclipse.core.runtime.IPath;
import org.eclipse.core.runtime.IStatus;
import org.eclipse.core.runtime.Status;
import org.eclipse.jface.resource.ImageDescriptor;
import org.eclipse.jface.resource.ImageRegistry;
import org.eclipse.swt.graphics.Image;
import org.eclipse.ui.plugin.AbstractUIPlugin;
import org.osgi.framework.BundleContext;
import org.wakespec.eclipse.runs.Runs;
import org.wakespec.eclipse.words.Words;

/** The plug-in as Eclipse sees it. */
public final class WakespecPlugin extends AbstractUIPlugin {

    /** Its symbolic name. */
    public static final String ID = "org.wakespec.eclipse";
    /** Content type of feature files. */
    public static final String CONTENT_TYPE = ID + ".feature";
    /** Marker type of what is wrong in a feature file. */
    public static final String PROBLEM = ID + ".problem";
    /** Marker type of a scenario that failed. */
    public static final String FAILURE = ID + ".failure";

    private static WakespecPlugin instance;

    private final Map<String, ImageDescriptor> descriptors = new HashMap<>();
    private Words words;
    private Runs runs;

    @Override
    public void start(BundleContext context) throws Exception {
        super.start(context);
        words = new Words();
        runs = new Runs();
        instance = this;
        words.start();
        runs.start();
    }

    @Override
    public void stop(BundleContext context) throws Exception {
        instance = null;
        runs.stop();
        words.stop();
        super.stop(context);
    }

    /** The running plug-in. */
    public static WakespecPlugin get() {
        return instance;
    }

    /** What features can say, by project. */
    public static Words words() {
        return instance.words;
    }

    /** The last run. */
    public static Runs runs() {
        return instance.runs;
    }

    /** Writes an error into the log. */
    public static void log(String message, Throwable cause) {
        if (instance != null) {
            instance.getLog().log(new Status(IStatus.ERROR, ID, message, cause));
        }
    }

    /** One of our icons, by its name without folder and ending. */
    public ImageDescriptor descriptor(String name) {
        return descriptors.computeIfAbsent(name, n -> {
            var url = FileLocator.find(getBundle(), IPath.fromPortableString("icons/" + n + ".svg"));
            return url == null ? ImageDescriptor.getMissingImageDescriptor() : ImageDescriptor.createFromURL(url);
        });
    }

    /** The image of an icon; only on the UI thread, never to be disposed of. */
    public Image image(String name) {
        ImageRegistry registry = getImageRegistry();
        if (registry.get(name) == null) {
            registry.put(name, descriptor(name));
        }
        return registry.get(name);
    }
}
